import type { Locator, Page } from 'playwright-core'

/** The ways in which a person uses a page. Names are those that a screen reader says. */
export type Hand = {
  readonly name: 'mouse' | 'keyboard'
  /** Follows a link, and waits for its page. */
  open(page: Page, link: string): Promise<void>
  /** Presses the button of a form, and waits for the next page. */
  press(page: Page, button: string): Promise<void>
  /** Opens a part of a page that is folded. */
  unfold(page: Page, summary: string): Promise<void>
  write(page: Page, label: string, text: string): Promise<void>
  choose(page: Page, label: string, option: string): Promise<void>
  check(page: Page, label: string): Promise<void>
}

/** More stops than a page of the console has. */
const MOST_STOPS = 400
const MOST_OPTIONS = 100

const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true }).first()
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).first()
const summary = (page: Page, label: string): Locator => page.locator(`summary[aria-label="${label}"]`)
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true }).first()

async function andWait(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForNavigation({ waitUntil: 'domcontentloaded' }), act()])
}

/**
 * Clicks where the page has come to rest. Right after it scrolled, Chromium still takes a click for one on a frame of another
 * origin that was there: nobody is that fast.
 */
async function clickAtRest(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await target.click()
}

export const mouse: Hand = {
  name: 'mouse',
  open: (page, name) => andWait(page, () => clickAtRest(page, link(page, name))),
  press: (page, name) => andWait(page, () => clickAtRest(page, button(page, name))),
  unfold: (page, label) => clickAtRest(page, summary(page, label)),
  write: (page, label, text) => field(page, label).fill(text),
  choose: async (page, label, option) => void (await field(page, label).selectOption({ label: option })),
  check: (page, label) => field(page, label).check(),
}

/** Goes from stop to stop with the tab key, as somebody does who has no mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((one) => one.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the tab key does not reach ${target}`)
}

export const keyboard: Hand = {
  name: 'keyboard',
  async open(page, name) {
    await tabTo(page, link(page, name))
    await andWait(page, () => page.keyboard.press('Enter'))
  },
  async press(page, name) {
    await tabTo(page, button(page, name))
    await andWait(page, () => page.keyboard.press('Enter'))
  },
  async unfold(page, label) {
    await tabTo(page, summary(page, label))
    await page.keyboard.press('Enter')
  },
  async write(page, label, text) {
    const target = field(page, label)
    await tabTo(page, target)
    // The parts of a time are written one after the other: month, day, year, hour, minute.
    const [, year, month, day, hour = '', minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/.exec(text) ?? []
    if (year === undefined) {
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
      return
    }
    await page.keyboard.type(`${month}${day}${year}`)
    await page.keyboard.press('ArrowRight')
    const half = Number(hour) < 12 ? 'AM' : 'PM'
    await page.keyboard.type(`${String(Number(hour) % 12 || 12).padStart(2, '0')}${minute}${half}`)
  },
  async choose(page, label, option) {
    const target = field(page, label)
    await tabTo(page, target)
    await page.keyboard.press('Home')
    for (let options = 0; options < MOST_OPTIONS; options += 1) {
      const chosen = await target.locator('option:checked').textContent()
      if (chosen === option) return
      await page.keyboard.press('ArrowDown')
    }
    throw new Error(`${label} has no option ${option}`)
  },
  async check(page, label) {
    const target = field(page, label)
    await tabTo(page, target)
    if (!(await target.isChecked())) await page.keyboard.press('Space')
  },
}
