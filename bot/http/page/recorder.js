// A worklet that gives what the microphone hears.

// Whatever rate the microphone has becomes the one that is asked for, in pieces of 40 ms. A windowed
// sinc keeps what is too high for that rate from coming back as noise.
const LOBES = 8;
const PIECE_MS = 40;

class Recorder extends AudioWorkletProcessor {
  constructor({ processorOptions: { rate } }) {
    super();
    this.step = sampleRate / rate;
    this.width = Math.max(this.step, 1);
    this.reach = Math.ceil(LOBES * this.width);
    this.kept = new Float32Array(0);
    this.at = this.reach; // the next output's place among the kept samples
    this.size = (rate * PIECE_MS) / 1000;
    this.piece = new Int16Array(this.size);
    this.filled = 0;
  }

  process([[samples]]) {
    if (samples) {
      const all = new Float32Array(this.kept.length + samples.length);
      all.set(this.kept);
      all.set(samples, this.kept.length);
      while (this.at + this.reach < all.length) {
        this.put(this.sampleAt(all, this.at));
        this.at += this.step;
      }
      const done = Math.max(0, Math.floor(this.at) - this.reach);
      this.kept = all.slice(done);
      this.at -= done;
    }
    return true;
  }

  sampleAt(all, at) {
    let sum = 0;
    for (let i = Math.ceil(at - this.reach); i <= at + this.reach; i += 1) {
      const x = (i - at) / this.width;
      if (Math.abs(x) >= LOBES) continue;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
      sum += all[i] * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / LOBES));
    }
    return sum / this.width;
  }

  put(sample) {
    this.piece[this.filled] = Math.max(-1, Math.min(1, sample)) * 32767;
    this.filled += 1;
    if (this.filled === this.size) {
      this.port.postMessage(this.piece.buffer, [this.piece.buffer]);
      this.piece = new Int16Array(this.size); // the one that was sent is gone
      this.filled = 0;
    }
  }
}

registerProcessor("recorder", Recorder);
