// The worker: loads the module, hands requests to it, and runs jobs in slices between messages.
"use strict";

/** Milliseconds of a slice: a stop takes effect after at most one. */
const SLICE = 30;

/** Milliseconds between reports of progress. */
const REPORT_EVERY = 100;

// A module of one function that uses an instruction of SIMD128, to see whether the browser knows it.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let exports = null;
let fault = "";
// A text that the module asked for, until it takes it.
let decoded = new Uint8Array();
let dead = false;
// The job that runs: the number of its message and when it last reported.
let job = null;
// Messages are answered in order, also those that came before the module was loaded.
const inbox = [];
let isAwake = false;

async function load() {
  const name = WebAssembly.validate(SIMD_PROBE) ? "engine.wasm" : "engine-scalar.wasm";
  const bytesAt = (start, length) => new Uint8Array(exports.memory.buffer, start >>> 0, length >>> 0);
  const imports = {
    env: {
      now: () => performance.now(),
      // The encoding that a label denotes, and the text of the bytes in it.
      decode: (label, labelLength, start, length) => {
        try {
          const named = new TextDecoder(decoder.decode(bytesAt(label, labelLength)));
          decoded = encoder.encode(`${named.encoding}\n${named.decode(bytesAt(start, length))}`);
        } catch {
          decoded = new Uint8Array();
        }
        return decoded.length;
      },
      take: (start) => bytesAt(start, decoded.length).set(decoded),
      fault: (start, length) => {
        fault = decoder.decode(bytesAt(start, length));
      },
    },
  };
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  // Servers that do not know the type of .wasm are common; compiling while loading needs it.
  const isTyped = (response.headers.get("content-type") ?? "").startsWith("application/wasm");
  const source = isTyped
    ? await WebAssembly.instantiateStreaming(response, imports)
    : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  exports = source.instance.exports;
}

/** Runs a request; throws when the module fails, which ends this worker. */
function call(request, payload) {
  const json = encoder.encode(JSON.stringify(request));
  const length = json.length + (payload ? payload.length : 0);
  const start = exports.input(length) >>> 0;
  if (start === 0) return { error: `request: expected at most 17 MiB, not ${length} bytes` };
  const buffer = new Uint8Array(exports.memory.buffer, start, length);
  buffer.set(json);
  if (payload) buffer.set(payload, json.length);
  const answer = exports.call(json.length) >>> 0;
  const bytes = new Uint8Array(exports.memory.buffer, answer, exports.output_len() >>> 0);
  return JSON.parse(decoder.decode(bytes));
}

function reply(number, answer) {
  if (answer !== null && typeof answer === "object" && "error" in answer) {
    self.postMessage({ number, error: answer.error });
  } else {
    self.postMessage({ number, answer });
  }
}

function endJob() {
  if (!job) return;
  const { number } = job;
  job = null;
  const answer = call({ do: "stop" });
  reply(number, "error" in answer ? answer : answer.result);
}

function handle({ number, request, payload, job: isJob, stop }) {
  if (stop !== undefined) {
    if (job && job.number === stop) endJob();
    return;
  }
  if (!isJob) {
    if (job && (request.do === "configure" || request.do === "forget")) endJob();
    reply(number, call(request, payload));
    return;
  }
  endJob();
  const answer = call(request);
  if ("error" in answer) reply(number, answer);
  else if (answer.done) reply(number, answer.result);
  else job = { number, reported: performance.now() };
}

function slice() {
  const now = performance.now();
  const report = now - job.reported >= REPORT_EVERY;
  const answer = call({ do: "step", ms: SLICE, report });
  if ("error" in answer || answer.done) {
    const { number } = job;
    job = null;
    reply(number, "error" in answer ? answer : answer.result);
  } else if (report && answer.progress !== null) {
    job.reported = now;
    self.postMessage({ number: job.number, progress: answer.progress });
  }
}

function die(error) {
  dead = true;
  self.postMessage({ fatal: true, error: fault || error.message });
}

// A message channel wakes the worker again at once, but behind the messages that are waiting; timers may be
// slowed down.
const { port1, port2 } = new MessageChannel();
const wake = () => {
  if (isAwake || dead || !exports) return;
  isAwake = true;
  port2.postMessage(null);
};
port1.onmessage = () => {
  isAwake = false;
  try {
    while (inbox.length > 0) handle(inbox.shift());
    if (job) slice();
  } catch (error) {
    die(error);
  }
  if (job || inbox.length > 0) wake();
};
self.onmessage = ({ data }) => {
  inbox.push(data);
  wake();
};

load().then(wake, die);
