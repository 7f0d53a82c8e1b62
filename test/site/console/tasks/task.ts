import type { Page } from 'playwright-core'
import type { Hand } from '../../../support/console/hands.ts'

/** What a task finds: a person who is signed in at the first page, and things of the account that others made. */
export type Scene = {
  readonly hand: Hand
  readonly page: Page
  /** Differs for each time that a task is done. */
  readonly nick: string
  readonly receiver: string
  /** An endpoint of the account that got deliveries. */
  readonly endpoint: string
}

export type Task = { readonly does: string; run(scene: Scene): Promise<void> }

/** Fails with what the page shows instead. */
export async function see(page: Page, text: string | RegExp): Promise<void> {
  const found = await page.getByText(text).first().isVisible()
  if (!found) throw new Error(`${text} is not on the page:\n${await page.locator('main').textContent()}`)
}
export const heading = (page: Page) => page.locator('h1').textContent()
