// Calls, and speaking one message.

import {
  $, API, agreed, asked, Failure, insist, language, line, made, newId, notice, pause, pauses, root, signedIn,
  state, toText, words,
} from "./base.js";
import { showFate, showHeard, showMine } from "./log.js";
import { inSession, tellGone } from "./reading.js";

const HEARD_RATE = 16000; // samples a second that are sent
const LONGEST_RECORDING = 60; // seconds
const CALL_BACK_WITHIN = 60000; // ms in which a lost call may be taken up again

class NoMicrophone extends Error {}

/** What hears and what plays. Raises `NoMicrophone`, in words for the person. */
class Sound {
  static async opened(onPiece) {
    if (!navigator.mediaDevices || !globalThis.AudioWorkletNode) throw new NoMicrophone(words.mic_insecure);
    const context = new AudioContext(); // made in the click that asked for it, so it may play
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      });
      await context.audioWorklet.addModule(new URL("recorder.js", import.meta.url));
      await context.resume();
      return new Sound(context, stream, onPiece);
    } catch (error) {
      for (const track of stream?.getTracks() ?? []) track.stop();
      await context.close();
      const refused = ["NotAllowedError", "SecurityError"].includes(error.name);
      const asking = refused ? words.mic_refused : words.mic_missing;
      throw new NoMicrophone(stream ? words.unreachable : asking);
    }
  }

  constructor(context, stream, onPiece) {
    this.context = context;
    this.stream = stream;
    this.playing = [];
    this.until = 0; // when all that was given is played, by the context's clock
    const recorder = new AudioWorkletNode(context, "recorder", {
      numberOfOutputs: 0, processorOptions: { rate: HEARD_RATE },
    });
    recorder.port.onmessage = ({ data }) => onPiece(data);
    context.createMediaStreamSource(stream).connect(recorder);
  }

  play(pcm, rate) {
    const samples = new Int16Array(pcm, 0, Math.floor(pcm.byteLength / 2));
    if (!samples.length) return;
    const buffer = this.context.createBuffer(1, samples.length, rate);
    buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32768));
    this.put(buffer);
  }

  put(buffer) {
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.context.destination);
    this.until = Math.max(this.context.currentTime + 0.02, this.until);
    source.start(this.until);
    this.until += buffer.duration;
    const part = { source, marks: [] };
    this.playing.push(part);
    source.onended = () => {
      this.playing = this.playing.filter((each) => each !== part);
      for (const mark of part.marks) mark();
    };
  }

  /** Calls `mark` once everything given so far was played; never, if it is dropped before. */
  afterwards(mark) {
    const last = this.playing.at(-1);
    if (last) last.marks.push(mark);
    else mark();
  }

  drop() {
    for (const { source } of this.playing) {
      source.onended = null;
      source.stop();
    }
    this.playing = [];
    this.until = 0;
  }

  close() {
    this.drop();
    for (const track of this.stream.getTracks()) track.stop();
    return this.context.close();
  }
}

// A call

export const call = {
  sound: null,
  socket: null,
  rate: HEARD_RATE,
  lostAt: 0,
  waits: null,
  keys: "",

  get on() { return this.sound !== null; },

  async begin() {
    if (this.on || this.starting) return;
    this.starting = true;
    $("call").disabled = true;
    notice("");
    speech.stopPlaying();
    try {
      this.sound = await Sound.opened((piece) => {
        if (this.ready && this.socket.readyState === WebSocket.OPEN) this.socket.send(piece);
      });
      this.told(words.calling);
      $("on-call").hidden = false;
      $("call").hidden = true;
      $("speak").hidden = true;
      $("hang-up").focus();
      await inSession();
      this.waits = pauses();
      this.lostAt = 0;
      if (this.on) this.connect(); // else it was hung up meanwhile
    } catch (error) {
      if (!(error instanceof NoMicrophone || error instanceof Failure)) throw error;
      this.over(error.message);
    } finally {
      this.starting = false;
      $("call").disabled = false;
    }
  },

  told(state) { $("call-state").textContent = state; },

  connect() {
    const address = new URL(`${API}/voice/ws`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.ready = false;
    this.fault = "";
    socket.onopen = () => this.say({
      type: "start",
      session_id: state.session,
      audio: { encoding: "pcm_s16le", rate: HEARD_RATE, channels: 1 },
      language,
      barge_in: true,
      after: state.cursor,
    });
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.take(JSON.parse(data));
      else this.sound?.play(data, this.rate);
    };
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.closed(code);
    };
  },

  say(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  },

  take(frame) {
    const { type } = frame;
    if (type === "ready") {
      this.ready = true;
      this.rate = frame.audio?.rate ?? HEARD_RATE;
      this.lostAt = 0;
      this.waits = pauses();
      this.fault = "";
      notice("");
      this.told(words.listening);
    } else if (type === "speech_started") {
      this.told(words.hearing);
    } else if (type === "speech_ended") {
      this.told(words.listening);
    } else if (type === "transcript") {
      $("caption").textContent = `🎤 ${frame.text}`;
    } else if (type === "reply") {
      $("caption").textContent = frame.text; // also what is said in passing and kept nowhere
    } else if (type === "audio_start") {
      this.told(words.speaking);
    } else if (type === "mark") {
      this.sound?.afterwards(() => {
        this.say({ type: "mark", name: frame.name });
        if (!this.sound?.playing.length) this.told(words.listening);
      });
    } else if (type === "clear") {
      this.sound?.drop();
      this.told(words.hearing);
    } else if (type === "state") {
      if (frame.state === "working") this.told(words.working);
    } else if (type === "ping") {
      this.say({ type: "pong" });
    } else if (type === "error") {
      this.fault = frame.message;
      notice(frame.message);
      if (frame.code === "session_not_found") {
        tellGone();
        this.over(words.gone);
      }
    } else if (type === "hangup") {
      this.ended = true;
    } else if (type === "consent") { // asked in writing: it can be read again there
      this.over("");
      agreed(frame).then(() => this.begin(), (failure) => notice(failure.message));
    }
  },

  closed(code) {
    this.ready = false;
    const said = { 1000: "", 4009: words.taken_over, 4029: words.busy, 1003: words.broken, 1008: words.broken, 1009: words.broken }[code];
    if (this.ended || said !== undefined) {
      this.over(this.fault || said || "");
    } else if (code === 4001) {
      const { sound } = this;
      signedIn().then(() => this.sound === sound && this.again());
    } else {
      this.again();
    }
  },

  async again() {
    const { sound } = this;
    this.lostAt ||= Date.now();
    sound.drop();
    if (Date.now() - this.lostAt > CALL_BACK_WITHIN) {
      this.over(words.broken);
      return;
    }
    this.told(words.calling_again);
    await pause(this.waits.next().value);
    if (this.sound === sound) this.connect(); // else it was hung up meanwhile
  },

  hangUp() {
    if (!this.on) return;
    this.say({ type: "stop" });
    this.over("");
  },

  over(told) {
    const { socket, sound } = this;
    Object.assign(this, { socket: null, sound: null, ready: false, ended: false, keys: "" });
    socket?.close();
    sound?.close();
    const focused = $("on-call").contains(document.activeElement);
    $("on-call").hidden = true;
    $("call").hidden = false;
    $("speak").hidden = false;
    $("caption").textContent = "";
    keypad(false);
    if (told) notice(told);
    if (focused) toText();
  },

  press(digit) {
    this.say({ type: "dtmf", digits: digit });
    this.keys = `${this.keys}${digit}`.slice(-20);
    $("pressed").textContent = this.keys;
  },
};

function keypad(open) {
  $("keypad").hidden = !open;
  $("keys").setAttribute("aria-expanded", String(open));
  $("pressed").textContent = "";
  call.keys = "";
  if (open) $("keypad").querySelector("button").focus();
}

for (const digit of "123456789*0#") {
  document.querySelector(".digits").append(made("button", {
    type: "button", className: "quiet", textContent: digit, onclick: () => call.press(digit),
  }));
}
$("keys").onclick = () => keypad($("keypad").hidden);
$("keypad").onkeydown = (event) => {
  if (/^[\d*#]$/.test(event.key)) {
    call.press(event.key);
  } else if (event.key === "Escape") {
    keypad(false);
    $("keys").focus();
  }
};
$("call").onclick = () => call.begin();
$("hang-up").onclick = () => call.hangUp();

// Speaking one message: hold the button, or press it to begin and again to send

const HOLD = 400; // ms; shorter is a press

const speech = {
  sound: null,
  pieces: null, // of the recording that runs
  begun: 0,
  limit: null,

  get recording() { return this.pieces !== null; },

  stopPlaying() {
    this.sound?.close();
    this.sound = null;
  },

  async begin() {
    this.stopPlaying();
    notice("");
    this.begun = Date.now();
    const pieces = [];
    this.pieces = pieces;
    $("speak").setAttribute("aria-pressed", "true");
    try {
      const sound = await Sound.opened((piece) => {
        if (!pieces.length && this.pieces === pieces) line(words.recording); // now it hears
        pieces.push(new Int16Array(piece));
      });
      if (this.pieces === pieces) this.sound = sound;
      else await sound.close(); // let go before the microphone was there
    } catch (error) {
      if (!(error instanceof NoMicrophone)) throw error;
      if (this.pieces === pieces) this.cancel();
      notice(error.message);
      return;
    }
    this.limit = setTimeout(() => this.end(), LONGEST_RECORDING * 1000 - 500);
  },

  stopped() {
    const pieces = this.pieces;
    clearTimeout(this.limit);
    this.pieces = null;
    $("speak").setAttribute("aria-pressed", "false");
    line("");
    return pieces;
  },

  cancel() {
    this.stopped();
    this.stopPlaying();
  },

  end() {
    const pieces = this.stopped();
    const { sound } = this;
    for (const track of sound?.stream.getTracks() ?? []) track.stop();
    if (sound && pieces.length) this.send(wav(pieces), sound);
  },

  async send(recording, sound) {
    const id = newId();
    const bubble = showMine({ id, said: "🎤" });
    showFate(bubble, words.sending);
    const told = () => showFate(bubble, words.retrying);
    try {
      await inSession(told);
      const answer = await insist(() => {
        const form = new FormData();
        form.append("session_id", state.session);
        form.append("message_id", id);
        form.append("locale", language);
        form.append("audio", recording, "speech.wav");
        return asked("POST", `${API}/voice/message`, { body: form });
      }, told);
      if (answer.transcript) showHeard({ message_id: id, text: answer.transcript, spoken: true });
      if (answer.audio && this.sound === sound) await this.play(answer.audio.base64, sound);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (failure.status === 404) tellGone();
      bubble.remove();
      state.said.delete(`heard/${id}`);
      notice(failure.message);
    }
  },

  async play(base64, sound) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const buffer = await sound.context.decodeAudioData(bytes.buffer);
    sound.put(buffer);
    sound.afterwards(() => {
      if (this.sound === sound) this.stopPlaying();
    });
  },
};

function wav(pieces) {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const head = new DataView(new ArrayBuffer(44));
  const put = (at, chars) => [...chars].forEach((char, i) => head.setUint8(at + i, char.charCodeAt(0)));
  put(0, "RIFF");
  head.setUint32(4, 36 + length, true);
  put(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true); // plain samples
  head.setUint16(22, 1, true); // one channel
  head.setUint32(24, HEARD_RATE, true);
  head.setUint32(28, HEARD_RATE * 2, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  put(36, "data");
  head.setUint32(40, length, true);
  return new Blob([head, ...pieces], { type: "audio/wav" });
}

const speak = $("speak");
let held = false; // this press began the recording, and is not over
speak.onpointerdown = (event) => {
  if (event.button !== 0 || speech.recording) return;
  speak.setPointerCapture(event.pointerId);
  held = true;
  speech.begin();
};
speak.onpointercancel = () => {
  if (held) speech.cancel();
  held = false;
};
speak.onclick = () => {
  // Of a press that began it, the end of a short one only; by keyboard there is no pointer.
  if (held) {
    held = false;
    if (Date.now() - speech.begun < HOLD) return;
  }
  if (speech.recording) speech.end();
  else speech.begin();
};
speak.oncontextmenu = (event) => event.preventDefault(); // which a long touch would open
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && speech.recording) speech.cancel();
});

addEventListener("pagehide", () => call.socket?.close());

const voice = root.dataset.voice === "true";
$("call").hidden = !voice;
$("speak").hidden = !voice;
