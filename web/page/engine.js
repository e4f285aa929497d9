// The engine for the page: starts the worker, turns its messages into promises, restarts it when it fails.
// docs/web.md lists the arguments and answers of each function; values are in discs for the side to move.

import { sentenceText, t } from "./language.js";

/**
 * The failure of a request: `message` is one line for the user, of the sentence or of the English text that
 * the engine answers. `fatal`: the engine failed and restarts.
 */
export class EngineError extends Error {
  constructor(reason, fatal = false) {
    super(typeof reason === "string" ? t("engine-failed", { reason }) : sentenceText(reason));
    this.name = "EngineError";
    this.fatal = fatal;
  }
}

/** A job that runs until it is done or stopped: `done` is a promise of the result. */
class Job {
  constructor(stop) {
    this.stop = stop;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Callers that only want progress need not handle a failure.
    this.done.catch(() => {});
  }
}

export class Engine {
  #worker = null;
  #waiting = new Map();
  #number = 0;
  #treeMiB;

  /** Starts the engine; rejects where there is no WebAssembly or no worker. */
  static async start({ treeMiB = 64 } = {}) {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
      throw new Error(t("no-engine"));
    }
    const engine = new Engine(treeMiB);
    await engine.#open();
    return engine;
  }

  constructor(treeMiB) {
    this.#treeMiB = treeMiB;
    this.info = null;
  }

  // A worker that failed is replaced at the next call.
  async #open() {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(worker, event.message || "the engine's worker did not start");
    };
    worker.onmessageerror = () => this.#fail(worker, "the engine's worker sent something unreadable");
    await this.#ask({ do: "configure", tree_mib: this.#treeMiB });
    this.info = await this.#ask({ do: "info" });
  }

  #heard({ number, answer, progress, error, fatal }) {
    if (fatal) {
      this.#fail(this.#worker, error);
      return;
    }
    const entry = this.#waiting.get(number);
    if (!entry) return;
    if (progress !== undefined) {
      entry.progress?.(progress);
      return;
    }
    this.#waiting.delete(number);
    if (error === undefined) entry.resolve(answer);
    else entry.reject(new EngineError(error));
  }

  #fail(worker, message) {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const entry of waiting) entry.reject(new EngineError(message, true));
  }

  #send(request, entry, payload, job) {
    this.#number += 1;
    this.#waiting.set(this.#number, entry);
    this.#worker.postMessage({ number: this.#number, request, payload, job });
    return this.#number;
  }

  // One request, one answer.
  async #ask(request, payload) {
    if (!this.#worker) await this.#open();
    return new Promise((resolve, reject) => this.#send(request, { resolve, reject }, payload, false));
  }

  // One request, progress, and a result.
  #begin(request, progress) {
    let number = 0;
    let stopped = false;
    const job = new Job(() => {
      stopped = true;
      if (number && this.#waiting.has(number)) this.#worker?.postMessage({ stop: number });
    });
    const send = () => {
      number = this.#send(request, { resolve: job.resolve, reject: job.reject, progress }, undefined, true);
      if (stopped) job.stop();
    };
    if (this.#worker) send();
    else this.#open().then(send, job.reject);
    return job;
  }

  /** Reads text, bytes, a Blob or a File, gzipped or not. */
  async read(source, name = source?.name ?? "pasted") {
    const most = this.info?.limits.bytes ?? 0;
    const size = typeof source === "string" ? source.length : (source.size ?? source.byteLength ?? 0);
    if (size > most) {
      const message = { key: "read-many-bytes", args: { packed: "no", count: most } };
      throw new EngineError({ key: "read-at-whole", args: { name: String(name), message } });
    }
    let bytes;
    if (typeof source === "string") bytes = new TextEncoder().encode(source);
    else if (source instanceof Blob) bytes = new Uint8Array(await source.arrayBuffer());
    else bytes = new Uint8Array(source);
    const answer = await this.#ask({ do: "read", name: String(name) }, bytes);
    const [errors, remarks] = [answer.errors, answer.remarks].map((said) => said.map(sentenceText));
    return { ...answer, errors, remarks };
  }

  /** Reads a file of names for WTHOR files. */
  async names(file) {
    return this.#ask({ do: "names", name: file.name }, new Uint8Array(await file.arrayBuffer()));
  }

  /** How the games of the last file went on from a position, in whatever orientation they reached it. */
  continuations(position, games = null) {
    return this.#ask({ do: "continuations", position, games });
  }

  item(index) {
    return this.#ask({ do: "item", index });
  }

  states(game) {
    return this.#ask({ do: "states", game });
  }

  state(position) {
    return this.#ask({ do: "state", position });
  }

  play(position, move) {
    return this.#ask({ do: "play", position, move });
  }

  opening(line, start = null) {
    return this.#ask({ do: "opening", line, start });
  }

  openings() {
    return this.#ask({ do: "openings" });
  }

  write(game, format) {
    return this.#ask({ do: "write", game, format });
  }

  writePosition(position, format, comment = "") {
    return this.#ask({ do: "write_position", position, format, comment });
  }

  words(position, move) {
    return this.#ask({ do: "words", position, move });
  }

  async configure({ treeMiB }) {
    const answer = await this.#ask({ do: "configure", tree_mib: treeMiB });
    this.#treeMiB = treeMiB;
    if (this.info) this.info.tree_mib = treeMiB;
    return answer;
  }

  forget() {
    return this.#ask({ do: "forget" });
  }

  signature() {
    return this.#ask({ do: "signature" });
  }

  /** Playouts and solver nodes with the time that they took: for measurements; blocks the worker. */
  speed() {
    return this.#ask({ do: "speed" });
  }

  search({ position, mode, time_ms, playouts }, progress) {
    return this.#begin({ do: "search", position, mode, time_ms, playouts }, progress);
  }

  choose({ position, level = null, time_ms = 1000, seed = 1, book = true }, progress) {
    return this.#begin({ do: "choose", position, level, time_ms, seed, book }, progress);
  }

  analyse({ game, time_ms, playouts, exact_empties = 16 }, progress) {
    return this.#begin({ do: "analyse", game, time_ms, playouts, exact_empties }, progress);
  }

  /** Ends the worker; open promises reject. */
  close() {
    if (this.#worker) this.#fail(this.#worker, "the engine was closed");
  }
}
