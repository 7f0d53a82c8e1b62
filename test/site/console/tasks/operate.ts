import { expect } from 'vitest'
import { see, type Task } from './task.ts'

/** Webhooks, usage and operations. */
export const serviceTasks: readonly Task[] = [
  {
    does: 'make an endpoint for webhooks, copy its secret, and send a test',
    async run({ hand, page, receiver }) {
      await hand.open(page, 'Webhooks')
      await hand.write(page, 'Address', receiver)
      await hand.check(page, 'bill.action')
      await hand.write(page, 'Places', 'zz')
      await hand.press(page, 'Make the endpoint')
      expect(await page.locator('pre.secret').textContent()).toMatch(/^whsec_/)
      await hand.press(page, 'Send a test')
      await see(page, 'Your endpoint took the test.')
    },
  },
  {
    does: 'find a delivery, read what was sent, and send it again',
    async run({ hand, page, endpoint }) {
      await hand.open(page, 'Webhooks')
      await hand.open(page, endpoint)
      await hand.choose(page, 'State', 'Delivered')
      await hand.press(page, 'Show')
      const event = await page.locator('tbody a').first().textContent()
      await hand.open(page, event!)
      await page.getByLabel('Body').waitFor()
      const again = page.getByRole('button', { name: /^Send again: bill\.\w+ of / })
      await hand.press(page, (await again.getAttribute('aria-label'))!)
      await see(page, 'The delivery is sent again.')
    },
  },
  {
    does: 'pause an endpoint, resume it, and count what a replay would send',
    async run({ hand, page, endpoint }) {
      await hand.open(page, 'Webhooks')
      await hand.open(page, endpoint)
      await hand.press(page, 'Pause')
      await see(page, 'Events wait until you resume')
      await hand.press(page, 'Resume')
      const hourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16)
      await hand.write(page, 'From (UTC)', hourAgo)
      await hand.check(page, 'Only count, and send nothing')
      await hand.press(page, 'Replay')
      await see(page, 'The replay has begun.')
      await see(page, 'Everything, counted only')
    },
  },
  {
    does: 'make a new secret for an endpoint',
    async run({ hand, page, endpoint }) {
      await hand.open(page, 'Webhooks')
      await hand.open(page, endpoint)
      await hand.choose(page, 'The secret of now also signs', 'for one week')
      await hand.press(page, 'Make a new secret')
      expect(await page.locator('pre.secret').textContent()).toMatch(/^whsec_/)
    },
  },
  {
    does: 'see usage as plots, and as an operator what needs a hand',
    async run({ hand, page }) {
      await hand.open(page, 'Usage')
      await page.getByRole('img', { name: /^Requests by day/ }).waitFor()
      await hand.open(page, 'Operations')
      await page.getByRole('heading', { name: 'Freshness' }).waitFor()
      await see(page, 'Nothing is in quarantine.')
    },
  },
]
