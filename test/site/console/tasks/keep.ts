import { expect } from 'vitest'
import { findBill, makeSheet, openFirst } from './steps.ts'
import { see, type Task } from './task.ts'

/** Sheets, and alerts about them. */
export const sheetTasks: readonly Task[] = [
  {
    does: 'make a sheet and add a bill to it',
    async run(scene) {
      const { hand, page, nick } = scene
      await makeSheet(scene, `Sheet ${nick}`)
      await findBill(scene, 'pollinators')
      await openFirst(scene)
      await hand.choose(page, 'Add to a sheet', `Sheet ${nick}`)
      await hand.press(page, 'Add')
      expect(await page.locator('tbody tr').count()).toBe(1)
    },
  },
  {
    does: 'paste a list into a sheet, and correct what came back',
    async run(scene) {
      const { hand, page, nick } = scene
      await makeSheet(scene, `Sheet ${nick}`)
      await hand.open(page, 'Add a list of bills')
      await hand.write(page, 'List or CSV file', 'HB 1\nHB 999\nSB 1')
      await hand.write(page, 'Place of lines that name none', 'zz')
      await hand.press(page, 'Add the bills')
      await see(page, 'Of 3 lines, 2 were added, 0 were there already, and 1 came back.')
      await hand.write(page, 'List or CSV file', 'ZZ HB 2')
      await hand.press(page, 'Add the bills')
      await see(page, 'Of 1 lines, 1 were added')
      await hand.open(page, 'Go on to the sheet')
      expect(await page.locator('tbody tr').count()).toBe(3)
    },
  },
  {
    does: 'write a position, a tag and a note about a bill',
    async run(scene) {
      const { hand, page, nick } = scene
      await makeSheet(scene, `Sheet ${nick}`)
      await hand.open(page, 'Add a list of bills')
      await hand.write(page, 'List or CSV file', 'ZZ HB 3')
      await hand.press(page, 'Add the bills')
      await hand.open(page, 'Go on to the sheet')
      await hand.open(page, 'Write about HB 3')
      await hand.choose(page, 'Position', 'Support')
      await hand.write(page, 'Tags', 'schools, rural')
      await hand.write(page, 'Note', 'We wrote to the committee.')
      await hand.press(page, 'Save what you wrote')
      const cells = await page.locator('tbody tr').first().locator('td').allTextContents()
      expect(cells.slice(2, 6)).toEqual(['Support', '', 'We wrote to the committee.', 'schools, rural'])
    },
  },
  {
    does: 'let a search fill a sheet',
    async run(scene) {
      const { hand, page, nick } = scene
      await makeSheet(scene, `Sheet ${nick}`)
      await hand.write(page, 'Subject', 'Education')
      await hand.press(page, 'Save')
      await see(page, 'The changes are saved.')
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(1)
    },
  },
  {
    does: 'set an alert for a sheet, see the next digest, and delete it',
    async run(scene) {
      const { hand, page, nick } = scene
      await makeSheet(scene, `Sheet ${nick}`)
      await hand.open(page, 'Alerts')
      await hand.write(page, 'Name', `Alert ${nick}`)
      await hand.choose(page, 'Sheet', `Sheet ${nick}`)
      await hand.write(page, 'Mail address', `${nick}@example.org`)
      await hand.press(page, 'Make the alert')
      await hand.open(page, `Alert ${nick}`)
      await see(page, 'The next digest')
      await hand.open(page, 'Alerts')
      await hand.unfold(page, `Delete Alert ${nick}`)
      await hand.press(page, `Yes, delete Alert ${nick}`)
      expect(await page.getByText(`Alert ${nick}`, { exact: true }).count()).toBe(0)
    },
  },
]
