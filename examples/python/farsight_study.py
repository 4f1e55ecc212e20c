import json
import subprocess
import time


class Study:
    """A Farsight study: study("ask"), study("tell", ask=7, value=1.3, cost=2)."""

    def __init__(self, path, farsight="farsight"):
        self.process = subprocess.Popen(
            [farsight, "study", "serve", path],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.number, self.events = 0, []

    def __call__(self, do, **fields):
        self.number += 1
        request = {"id": self.number, "do": do, **fields}
        print(json.dumps(request), file=self.process.stdin, flush=True)
        for answer in map(json.loads, self.process.stdout):
            if "event" in answer:
                self.events.append(answer["event"])
            elif answer.get("id") == self.number:
                if "error" in answer:
                    raise ValueError(answer["error"]["what"])
                return answer
        raise EOFError("farsight has ended; stderr says why")

    def suggestions(self, machine=None):
        """What to measure next, until the study ends; for one machine or any."""
        while (answer := self("ask", **{"as": machine}))["stop"] is None:
            if answer["suggestion"]:
                yield answer["suggestion"]
            else:
                time.sleep(1)  # others are measuring what is left

    def close(self):
        self.process.stdin.close()
        return self.process.wait()
