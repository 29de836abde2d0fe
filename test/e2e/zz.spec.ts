import { test } from "./support/journey.ts";
for (const kind of ["surround", "insert", "surround-slow"]) test(kind, async ({ app, harbour }) => {
  const { page } = app;
  const code = app.drawer.getByRole("code");
  page.on("pageerror", (e) => console.log(kind, e.stack?.slice(0, 1500)));
  await code.click();
  await page.keyboard.press("Control+a");
  if (kind === "surround-slow") await page.waitForTimeout(500);
  if (kind === "insert") await page.keyboard.insertText('{"policies":[]}');
  else await page.keyboard.type('{"policies":[]', { delay: 30 });
  await page.waitForTimeout(500);
  console.log(await code.innerText(), harbour);
});
