// npm run pictures: goes through the extension with the sample data, as a person would, and keeps what is seen as
// media/walkthrough/NAME.THEME.webp, and the README's dashboard as media/dashboard.webp.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { Theme } from '../ui/driver/colorTheme.ts';
import { openWorkbench } from '../ui/driver/session.ts';
import { prepareWorkbench } from '../../.scripts/prepare.ts';
import { buildExtension, root } from '../../.scripts/processes.ts';

const themes = { light: 'Light 2026', dark: 'Dark 2026' } as const satisfies Record<string, Theme>;
const folder = path.join(root, 'media');
const quality = 0.7;
const small = { width: 760, height: 480 };
const tall = { width: 1400, height: 900 };

Object.assign(process.env, await prepareWorkbench());
await buildExtension();
const session = await openWorkbench({ installed: false });
const { page, workbench } = session;
const encoder = await page.context().newPage();

const wholeWindow = page.locator('.monaco-workbench');

/** Takes a picture of the walkthrough in each theme. @param part of the window */
async function take(name: string, part = wholeWindow): Promise<void> {
  for (const [suffix, theme] of Object.entries(themes)) {
    await session.useTheme(theme);
    await keep(`walkthrough/${name}.${suffix}.webp`, part);
  }
}

/** @param name of a file in media */
async function keep(name: string, part: Locator): Promise<void> {
  await page.mouse.move(1, 1); // closes a tooltip
  await page.locator('.workbench-hover-container').first().waitFor({ state: 'hidden' });
  await page.getByText('Activating Extensions').waitFor({ state: 'hidden' });
  const file = path.join(folder, name);
  await writeFile(file, await toWebp(await part.screenshot({ animations: 'disabled' })));
  console.log(path.relative(root, file));
}

/** By the browser itself, which Playwright lets take PNG and JPEG only. */
async function toWebp(png: Buffer): Promise<Buffer> {
  const address = `data:image/png;base64,${png.toString('base64')}`;
  const base64 = await encoder.evaluate(
    async ([source, ratio]) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const bytes = await (await canvas.convertToBlob({ type: 'image/webp', quality: ratio })).bytes();
      return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    },
    [address, quality] as const,
  );
  return Buffer.from(base64, 'base64');
}

try {
  await page.setViewportSize(small);
  await workbench.openView('Cohort Deck');
  await workbench.waitForSidebarText('Try with Sample Data');
  await take('connect');

  await workbench.pressInSidebar('Try with Sample Data');
  await workbench.tree().expand('Brightloaf Web', 'Dashboards');
  await workbench.tree().click('Company overview');
  await workbench.editors.webview('.tiles article');
  await take('browse');
  await page.setViewportSize({ width: 1400, height: 1060 });
  await session.useTheme(themes.light);
  await keep('dashboard.webp', wholeWindow);
  await page.setViewportSize(small);
  await workbench.editors.closeAll();

  await workbench.tree().collapse('Dashboards');
  await workbench.tree().expand('Cohorts');
  await page.setViewportSize(tall); // the tree holds only the items that show
  await workbench.openFilters('Paying shops');
  await workbench.editors.webview('.structure .adders', 'Paying shops.filters.json');
  await page.setViewportSize({ width: 1160, height: 540 });
  await take('filters', page.locator('.part.editor'));
  await workbench.editors.closeAll();

  await page.setViewportSize(tall);
  await workbench.tree().choose('Paying shops', 'Export Persons…');
  await workbench.quickInput.pick('CSV, All Persons');
  await workbench.notifications.press(/Exported all/, 'Open as Table');
  await workbench.editors.webview('[role=grid]');
  await page.setViewportSize({ width: 1060, height: 480 });
  await take('export', page.locator('.part.editor'));
} finally {
  await session.dispose();
}
