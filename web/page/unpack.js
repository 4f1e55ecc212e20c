// Unpacks LZMA: a third smaller than gzip, for browsers that do not unpack Brotli
// themselves. The format is that of “xz --format=lzma”, described in
// DOC/lzma-specification.txt of the LZMA SDK; its names are used here.

const header = 13;   // bytes: parameters, size of the dictionary, size (not known)
const mostNeeded = 32; // bytes that one symbol can need, and more
const states = 12;

// fresh are n probabilities of a half.
const fresh = (n) => new Uint16Array(n).fill(1024);

// Lengths of matches, from 2: short, middle or long.
class Lengths {
  constructor() { Object.assign(this, { choice: fresh(2), low: fresh(16 * 8), mid: fresh(16 * 8), high: fresh(256) }); }
}

export class Unpacker {
  constructor() {
    Object.assign(this, {
      input: new Uint8Array(0), at: 0, output: new Uint8Array(1 << 25), size: 0, begun: false, ended: false,
      coder: new Uint32Array([0xffffffff, 0]), state: 0, rep: [0, 0, 0, 0],
      isMatch: fresh(states * 16), isRep: fresh(states), isRepG0: fresh(states), isRepG1: fresh(states), isRepG2: fresh(states),
      isRep0Long: fresh(states * 16), slots: fresh(4 * 64), special: fresh(128), align: fresh(16),
      lengths: new Lengths(), repLengths: new Lengths(),
    });
  }

  // take returns what can be unpacked when some more has come; null: that was all.
  take(chunk) {
    const rest = this.input.subarray(this.at);
    this.input = new Uint8Array(rest.length + (chunk?.length ?? 0));
    this.input.set(rest);
    if (chunk) this.input.set(chunk, rest.length);
    this.at = 0;
    const from = this.size, last = this.input.length - (chunk ? mostNeeded : 0);
    if (!this.begun && this.input.length > header + 5) this.begin();
    while (this.begun && !this.ended && this.at < last) this.symbol();
    if (!chunk && !this.ended) throw new Error('the program did not come whole');
    return this.output.subarray(from, this.size);
  }

  begin() {
    const parameters = this.input[0];
    this.lc = parameters % 9;
    this.lpMask = (1 << Math.floor(parameters / 9) % 5) - 1;
    this.pbMask = (1 << Math.floor(parameters / 45)) - 1;
    this.literals = fresh(0x300 << (this.lc + Math.floor(parameters / 9) % 5));
    this.at = header + 1; // the first byte of the code is 0
    for (let i = 0; i < 4; i++) this.coder[1] = (this.coder[1] << 8) | this.input[this.at++];
    this.begun = true;
  }

  // bit decodes one, whose probability is learned.
  bit(probabilities, i) {
    const { coder } = this, p = probabilities[i], range = coder[0], code = coder[1], bound = Math.imul(range >>> 11, p) >>> 0;
    if (code < bound) {
      probabilities[i] = p + ((2048 - p) >> 5);
      coder[0] = bound;
      if (bound < 0x1000000) this.next();
      return 0;
    }
    probabilities[i] = p - (p >> 5);
    coder[0] = range - bound;
    coder[1] = code - bound;
    if (coder[0] < 0x1000000) this.next();
    return 1;
  }

  next() {
    const { coder } = this;
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | this.input[this.at++];
  }

  // direct decodes bits that are as likely as not.
  direct(n) {
    const { coder } = this;
    let v = 0;
    for (; n > 0; n--) {
      coder[0] >>>= 1;
      const one = coder[1] >= coder[0];
      if (one) coder[1] -= coder[0];
      v = v * 2 + one;
      if (coder[0] < 0x1000000) this.next();
    }
    return v;
  }

  // bits decodes bits, the highest first, behind those that m has, until it reaches a limit.
  // Most of the time is spent here.
  bits(probabilities, from, m, limit) {
    const { coder, input } = this;
    let range = coder[0], code = coder[1], { at } = this;
    while (m < limit) {
      const i = from + m, p = probabilities[i], bound = Math.imul(range >>> 11, p) >>> 0;
      m <<= 1;
      if (code < bound) {
        probabilities[i] = p + ((2048 - p) >> 5);
        range = bound;
      } else {
        probabilities[i] = p - (p >> 5);
        range = (range - bound) >>> 0;
        code = (code - bound) >>> 0;
        m |= 1;
      }
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[at++]) >>> 0;
      }
    }
    coder[0] = range;
    coder[1] = code;
    this.at = at;
    return m;
  }

  // tree decodes n bits, the highest first.
  tree(probabilities, from, n) { return this.bits(probabilities, from, 1, 1 << n) - (1 << n); }

  // reverse decodes n bits, the lowest first.
  reverse(probabilities, from, n) {
    let m = 1, v = 0;
    for (let i = 0; i < n; i++) {
      const b = this.bit(probabilities, from + m);
      m = m * 2 + b;
      v |= b << i;
    }
    return v;
  }

  // symbol decodes a literal or a match and writes it.
  symbol() {
    const place = this.size & this.pbMask, at = this.state * 16 + place;
    if (!this.bit(this.isMatch, at)) return this.literal();
    const { rep, state } = this;
    let length;
    if (this.bit(this.isRep, state)) {
      if (!this.bit(this.isRepG0, state)) {
        if (!this.bit(this.isRep0Long, at)) {
          this.state = state < 7 ? 9 : 11;
          return this.copy(1);
        }
      } else {
        let distance;
        if (!this.bit(this.isRepG1, state)) {
          distance = rep[1];
        } else {
          if (!this.bit(this.isRepG2, state)) {
            distance = rep[2];
          } else {
            distance = rep[3];
            rep[3] = rep[2];
          }
          rep[2] = rep[1];
        }
        rep[1] = rep[0];
        rep[0] = distance;
      }
      length = this.length(this.repLengths, place);
      this.state = state < 7 ? 8 : 11;
    } else {
      rep[3] = rep[2];
      rep[2] = rep[1];
      rep[1] = rep[0];
      length = this.length(this.lengths, place);
      this.state = state < 7 ? 7 : 10;
      rep[0] = this.distance(length);
      if (rep[0] === 0xffffffff) { // the end
        this.ended = true;
        return;
      }
    }
    this.copy(length + 2);
  }

  literal() {
    this.room(1);
    const { output, size, literals, lc } = this, before = size ? output[size - 1] : 0;
    const from = 0x300 * (((size & this.lpMask) << lc) + (before >> (8 - lc)));
    let m = 1;
    if (this.state >= 7) { // after a match: the byte that would have followed it is likely not the one
      let likely = output[size - this.rep[0] - 1];
      do {
        const b = (likely >> 7) & 1, got = this.bit(literals, from + ((1 + b) << 8) + m);
        likely <<= 1;
        m = m * 2 + got;
        if (got !== b) break;
      } while (m < 0x100);
    }
    output[this.size++] = this.bits(literals, from, m, 0x100);
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  length(l, place) {
    if (!this.bit(l.choice, 0)) return this.tree(l.low, place * 8, 3);
    if (!this.bit(l.choice, 1)) return 8 + this.tree(l.mid, place * 8, 3);
    return 16 + this.tree(l.high, 0, 8);
  }

  distance(length) {
    const slot = this.tree(this.slots, Math.min(length, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1, base = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return base + this.reverse(this.special, base - slot, bits);
    return base + this.direct(bits - 4) * 16 + this.reverse(this.align, 0, 4);
  }

  copy(length) {
    this.room(length);
    const { output } = this, from = this.size - this.rep[0] - 1;
    if (from < 0) throw new Error('the program is damaged');
    for (let i = 0; i < length; i++) output[this.size + i] = output[from + i];
    this.size += length;
  }

  room(n) {
    if (this.size + n <= this.output.length) return;
    const larger = new Uint8Array(2 * this.output.length);
    larger.set(this.output);
    this.output = larger;
  }
}
