import type { Scene } from './task.ts'

export async function makeSheet({ hand, page }: Scene, name: string): Promise<void> {
  await hand.open(page, 'Sheets')
  await hand.write(page, 'Name', name)
  await hand.press(page, 'Make the sheet')
}

export async function findBill({ hand, page }: Scene, words: string): Promise<void> {
  await hand.open(page, 'Bills')
  await hand.write(page, 'Words or number', words)
  await hand.press(page, 'Search')
  await page.locator('li.row a').first().waitFor()
}

/** Opens the first bill that was found. Its link is named by its number and title. */
export async function openFirst({ hand, page }: Scene): Promise<void> {
  const name = (await page.locator('li.row a').first().textContent()) ?? ''
  await hand.open(page, name.replaceAll(/\s+/g, ' ').trim())
}
