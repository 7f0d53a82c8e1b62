import { expect } from 'vitest'
import { makeSheet } from './steps.ts'
import { heading, type Scene, see, type Task } from './task.ts'

async function makePage(scene: Scene): Promise<void> {
  const { hand, page, nick } = scene
  await makeSheet(scene, `Sheet ${nick}`)
  await hand.open(page, 'make a page')
  await hand.write(page, 'Title', `Page ${nick}`)
  await hand.write(page, 'Name in the address', `page-${nick}`)
  await hand.press(page, 'Make the page')
  await see(page, 'The page is made.')
}

async function makeWidget(scene: Scene): Promise<void> {
  const { hand, page, nick } = scene
  await hand.open(page, 'Widgets')
  await hand.open(page, 'Latest actions')
  await hand.write(page, 'Heading', `Widget ${nick}`)
  await hand.choose(page, 'Sheet', 'No sheet: a search')
  await hand.write(page, 'Place', 'zz')
  await hand.write(page, 'Sites that may show it', 'https://www.example.org')
  await hand.press(page, 'Make the widget')
  await see(page, 'Copy the snippet now')
}

/** Pages and widgets. */
export const publishingTasks: readonly Task[] = [
  {
    does: 'make a page, look at its preview, publish it, and open it as a visitor',
    async run(scene) {
      const { hand, page, nick } = scene
      await makePage(scene)
      await page
        .frameLocator('iframe')
        .getByRole('heading', { name: `Page ${nick}` })
        .waitFor()
      await hand.press(page, 'Publish')
      await see(page, 'The page is published.')
      await hand.open(page, (await page.locator('main a[href*="/pages/page-"]').first().textContent())!)
      expect(await heading(page)).toContain(`Page ${nick}`)
    },
  },
  {
    does: 'choose the columns of a page, rename it, and hide it',
    async run(scene) {
      const { hand, page, nick } = scene
      await makePage(scene)
      await hand.press(page, 'Publish')
      await hand.write(page, 'Position', '1')
      await hand.write(page, 'Bill', '2')
      await hand.write(page, 'Name in the address', `renamed-${nick}`)
      await hand.press(page, 'Save')
      await see(page, `Former names lead to it: page-${nick}.`)
      await hand.press(page, 'Hide the page')
      await see(page, 'The page is hidden.')
    },
  },
  {
    does: 'make a widget, copy its snippet, and look at its preview',
    async run(scene) {
      const { page, nick } = scene
      await makeWidget(scene)
      const snippet = await page.locator('pre.secret').textContent()
      expect(snippet).toMatch(/data-legislog-widget="activity\/wgt_\w{36}"/)
      await page
        .frameLocator('iframe')
        .getByRole('heading', { name: `Widget ${nick}` })
        .waitFor()
    },
  },
  {
    does: 'give a widget a new token, and revoke it',
    async run(scene) {
      const { hand, page } = scene
      await makeWidget(scene)
      await hand.open(page, 'Go on to the widget')
      await hand.choose(page, 'The token of now works', 'no longer')
      await hand.press(page, 'Make a new token and snippet')
      await see(page, 'Copy the snippet now')
      await hand.open(page, 'Go on to the widget')
      await hand.press(page, 'Revoke: end all tokens')
      await see(page, 'The widget is revoked')
    },
  },
]
