// Runs a module of the engine in Node for tests/module.rs: questions on standard input, answers as JSON.
import { readFileSync } from "node:fs";

const { module, positions, game, whole, budget } = JSON.parse(readFileSync(0, "utf8"));
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let looks = 0;
let fault = "";
let engine = null;
let decoded = null;
const bytesAt = (start, length) => new Uint8Array(engine.memory.buffer, start >>> 0, length >>> 0);
const imports = {
  env: {
    // Goes on by a twentieth of a millisecond whenever somebody looks: slices end by work alone.
    now: () => (looks += 0.05),
    decode: (label, labelLength, start, length) => {
      const named = new TextDecoder(decoder.decode(bytesAt(label, labelLength)));
      decoded = encoder.encode(`${named.encoding}\n${named.decode(bytesAt(start, length))}`);
      return decoded.length;
    },
    take: (start) => bytesAt(start, decoded.length).set(decoded),
    fault: (start, length) => {
      fault = decoder.decode(bytesAt(start, length));
    },
  },
};
const { instance } = await WebAssembly.instantiate(readFileSync(module), imports);
engine = instance.exports;

function call(request, payload = new Uint8Array()) {
  const json = encoder.encode(JSON.stringify(request));
  const start = engine.input(json.length + payload.length) >>> 0;
  if (start === 0) return { error: "too long" };
  const buffer = new Uint8Array(engine.memory.buffer, start, json.length + payload.length);
  buffer.set(json);
  buffer.set(payload, json.length);
  const answer = engine.call(json.length) >>> 0;
  return JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, answer, engine.output_len() >>> 0)));
}

function run(request) {
  let answer = call(request);
  while (!answer.done && !answer.error) answer = call({ do: "step", ms: 30, report: true });
  return answer.error ?? answer.result;
}

const answers = { info: call({ do: "info" }), signature: call({ do: "signature" }) };
call({ do: "configure", tree_mib: 8 });
answers.scores = positions.map((position) => run({ do: "search", position, mode: "exact" }).value);

// An endless search goes on after every slice and ends when asked to.
call({ do: "search", position: positions[0].replace("X", "-"), mode: "live" });
const START = "---------------------------OX------XO--------------------------- X";
call({ do: "search", position: START, mode: "live" });
answers.running = [1, 2, 3].map(() => call({ do: "step", ms: 30 }).done);
answers.stopped = call({ do: "stop" }).result.stopped;

// Memory stays what it is after the first game.
const size = () => engine.memory.buffer.byteLength;
const play = () => run({ do: "analyse", game, playouts: 300, exact_empties: 10 }).turns.length;
answers.turns = play();
const before = size();
for (let round = 0; round < 10; round += 1) play();
answers.grown = size() - before;

// A whole game, three times.
answers.analyses = [1, 2, 3].map(() => run({ do: "analyse", game: whole, ...budget }));

// Too long a request gets no buffer; bytes that are no game get an error, and the module lives on.
answers.too_long = engine.input(100 * 1024 * 1024);
answers.refused = [[0x1f, 0x8b, 8, 0], [0xff, 0xfe, 0xff], [], [0x28, 0x3b]].map(
  (bytes) => call({ do: "read" }, new Uint8Array(bytes)).error,
);
// A name in an encoding that the host decodes.
const japanese = [..."(;CA[Shift_JIS]GM[2]PB[\x83I\x83Z\x83\x8d];B[f5])"].map((c) => c.charCodeAt(0));
const read = call({ do: "read", name: "a.sgf" }, new Uint8Array(japanese));
answers.name = read.items?.[0]?.black ?? read;
answers.alive = call({ do: "info" }).version;
answers.fault = fault;
process.stdout.write(JSON.stringify(answers));
