// A whole game in an address: its JSON, deflated, in letters that addresses allow, and the ply on the board.

import { t } from "./language.js";

/** The longest fragment that is opened, in characters. */
const MAX_CHARACTERS = 64 * 1024;
/** The longest text that a fragment may unpack to, in bytes. */
const MAX_BYTES = 512 * 1024;

const NAME = "#game=";
const PLY = "&ply=";

/** The fragment that holds a text's game. Rejects with a sentence if the game is too long. */
export async function fragmentOf(text) {
  const bytes = new TextEncoder().encode(text);
  // A fragment that unpacks to more is not opened, however well it packs.
  if (bytes.length > MAX_BYTES) throw new Error(t("link-too-long"));
  const packed = await throughStream(bytes, new CompressionStream("deflate-raw"), Infinity);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const fragment = NAME + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (fragment.length > MAX_CHARACTERS) throw new Error(t("link-too-long"));
  return fragment;
}

/** A fragment with the ply that is on the board. */
export const withPly = (fragment, ply) => `${fragment}${PLY}${ply}`;

/** The address of this page with a fragment. */
export const addressOf = (fragment) => location.href.split("#")[0] + fragment;

/** The game and the ply of a fragment: `{ game, ply }`; the ply is null if there is none. */
export function partsOf(fragment) {
  const [game, ply] = fragment.split(PLY);
  return { game, ply: /^\d{1,3}$/.test(ply ?? "") ? Number(ply) : null };
}

/** Whether a fragment holds a game. */
export const holdsGame = (fragment) => fragment.startsWith(NAME);

/** The text in a fragment. Rejects with a sentence if it is too long or damaged. */
export async function textOf(fragment) {
  if (fragment.length > MAX_CHARACTERS) throw new Error(t("link-too-long"));
  let packed;
  try {
    const letters = fragment.slice(NAME.length).replaceAll("-", "+").replaceAll("_", "/");
    packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error(t("link-damaged"));
  }
  try {
    const bytes = await throughStream(packed, new DecompressionStream("deflate-raw"), MAX_BYTES);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(t("link-damaged"));
  }
}

/** Bytes through a stream; ends with an error once more than `most` come out. */
async function throughStream(bytes, stream, most) {
  const writer = stream.writable.getWriter();
  // Errors of the writing side also end the reading side, which reports them.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("too long");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
