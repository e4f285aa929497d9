// A position as a picture: SVG text, and the same drawn as PNG.

import { discCounts } from "./components/rules.js";

const CELL = 50;
const EDGE = 24;
const SIZE = 8 * CELL + 2 * EDGE;
const CAPTION = 28;

/** What XML allows in no form, such as control characters and halves of surrogate pairs. */
const FORBIDDEN = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escaped = (text) =>
  text
    .replace(FORBIDDEN, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const textAt = (x, y, text, extra = "") =>
  `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central"${extra}>${escaped(text)}</text>`;

/** The SVG of a position: discs, the last move, values on empty squares and a caption. */
export function svgOf(position, { last = null, values = new Map(), caption = "" } = {}) {
  const [black, white] = discCounts(position);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE + CAPTION}"`,
    ` viewBox="0 0 ${SIZE} ${SIZE + CAPTION}" font-family="sans-serif" font-size="13">\n`,
    `<rect width="${SIZE}" height="${SIZE + CAPTION}" fill="#ffffff"/>\n`,
    `<rect x="${EDGE}" y="${EDGE}" width="${8 * CELL}" height="${8 * CELL}" fill="#2a7453"/>\n`,
  ];
  for (let i = 0; i <= 8; i++) {
    const at = EDGE + i * CELL;
    parts.push(
      `<path d="M${at} ${EDGE}V${EDGE + 8 * CELL}M${EDGE} ${at}H${EDGE + 8 * CELL}" stroke="#1d563c"/>\n`,
    );
  }
  for (let i = 0; i < 8; i++) {
    const at = EDGE + (i + 0.5) * CELL;
    parts.push(textAt(at, EDGE / 2, "abcdefgh"[i]), textAt(EDGE / 2, at, String(i + 1)), "\n");
  }
  for (let index = 0; index < 64; index++) {
    const [x, y] = [EDGE + ((index % 8) + 0.5) * CELL, EDGE + (Math.floor(index / 8) + 0.5) * CELL];
    const disc = position[index];
    if (disc !== "-") {
      const fill = disc === "X" ? "#14181a" : "#fbfcfb";
      parts.push(`<circle cx="${x}" cy="${y}" r="21" fill="${fill}" stroke="#14181a"/>\n`);
    } else if (values.has(index)) {
      parts.push(textAt(x, y, values.get(index).text, ' fill="#ffffff"'), "\n");
    }
    if (index === last) {
      const fill = "none";
      parts.push(
        `<rect x="${x - 24}" y="${y - 24}" width="48" height="48" fill="${fill}" stroke="#ffd65c"`,
        ' stroke-width="3"/>\n',
      );
    }
  }
  const words = `\u25cf ${black} : ${white} \u25cb${caption === "" ? "" : `  ${caption}`}`;
  parts.push(textAt(SIZE / 2, SIZE + CAPTION / 2 - 6, words), "\n</svg>\n");
  return parts.join("");
}

/** The PNG of an SVG text, at twice its size. */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * SIZE;
  canvas.height = 2 * (SIZE + CAPTION);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("png")) : resolve(blob)), "image/png");
  });
}

/** Offers a blob as a file. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
