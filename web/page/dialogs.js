// Dialogs: the browser's own, so that the focus stays inside and Escape closes them.

import { button, make } from "./components/dom.js";
import { t } from "./language.js";

/** Opens a dialog with a heading and content; it is gone once closed. `build(close)` gives the content. */
export function openDialog(heading, id, build, onClose = () => {}) {
  const title = make("h2", { id: `${id}-title` }, heading);
  const dialog = make("dialog", { id, "aria-labelledby": `${id}-title` });
  const close = () => dialog.close();
  const closeButton = button("\u00d7", close, { class: "close", "aria-label": t("close") });
  dialog.append(make("div", { class: "dialog-head" }, title, closeButton), ...build(close));
  // A click beside the dialog closes it: it has no padding of its own there.
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    // Keys that press a control have no place.
    if (!isInside && event.detail > 0) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
