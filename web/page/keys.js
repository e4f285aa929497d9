// Keys for every action, and the dialog that lists them.

import { make } from "./components/dom.js";
import { openDialog } from "./dialogs.js";
import { t } from "./language.js";
import { settings } from "./settings.js";

/** Keys whose name is not the sign on them. */
const SIGNS = { arrowleft: "\u2190", arrowright: "\u2192" };

const signOf = (key) => SIGNS[key] ?? key[0].toUpperCase() + key.slice(1);

/** Keys that controls have by themselves, by the name of their text. */
const BUILT_IN = {
  board: ["\u2190 \u2192 \u2191 \u2193", "d3", "Enter"],
  list: ["\u2191 \u2193"],
};

/**
 * Listens for keys. `actions()` gives what the view on the page can do: `[{ key, text, run }]`. Keys are
 * single signs that no control needs; within the board, letters and digits name squares.
 */
export function listenForKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input:not([type=checkbox]), select, textarea") != null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!settings.keys || document.querySelector("dialog[open]") !== null) return;
    if (event.key === "?") {
      event.preventDefault();
      showKeys(actions());
      return;
    }
    const action = actions().find(({ key }) => key === event.key.toLowerCase());
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  });
}

/** The dialog of all keys. */
export function showKeys(actions) {
  const row = (keys, text) =>
    make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", {}, key))), make("dd", {}, text));
  openDialog(t("keys"), "keys-dialog", () => [
    make(
      "dl",
      { class: "keys" },
      ...actions.map(({ key, text }) => row([signOf(key)], text)),
      row(BUILT_IN.board, t("keys-board")),
      row(BUILT_IN.list, t("keys-list")),
      row(["?"], t("keys")),
    ),
  ]);
}
