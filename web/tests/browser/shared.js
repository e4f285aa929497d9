// The browser and the site that the tests of one file share.

import { after, before } from "node:test";
import { launch, serve } from "./site.js";

export let browser;
export let site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  await site.stop();
});
