# Experiments and the room in a container:
#
#	docker build -t farsight .
#	docker run --rm -v "$PWD:/work" farsight experiment run --spec examples/paper.toml --out out
#	docker run --rm -it -p 2222:2222 -v farsight-keys:/home/farsight farsight serve --listen :2222
#
# Alpine has the shell that a problem's own measuring command may need; the volume
# of the room keeps its host key. Files in /work must be writable for user 1000, or
# `docker run --user "$(id -u)"` says who writes.
FROM golang:1.26-alpine AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o /farsight .

FROM alpine:3
RUN adduser -D -u 1000 farsight && mkdir /work && chown farsight /work
COPY --from=build /farsight /usr/local/bin/farsight
USER farsight
WORKDIR /work
EXPOSE 2222
ENTRYPOINT ["farsight"]
