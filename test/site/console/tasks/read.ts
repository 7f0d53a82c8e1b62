import { expect } from 'vitest'
import { findBill, openFirst } from './steps.ts'
import { heading, see, type Task } from './task.ts'

/** Bills, people and districts. */
export const readingTasks: readonly Task[] = [
  {
    does: 'find bills by a word and read why they were found',
    async run(scene) {
      await findBill(scene, 'water')
      expect(await scene.page.locator('mark').count()).toBeGreaterThan(0)
      await openFirst(scene)
      expect(await scene.page.locator('.timeline li').count()).toBeGreaterThan(0)
    },
  },
  {
    does: 'find a bill by its number, and see how each member voted',
    async run(scene) {
      await findBill(scene, 'HB 1')
      await openFirst(scene)
      expect(await heading(scene.page)).toContain('HB 1')
      expect(await scene.page.getByRole('img', { name: /\d+ for, \d+ against/ }).count()).toBeGreaterThan(0)
    },
  },
  {
    does: 'narrow a search by a status',
    async run({ hand, page }) {
      await hand.choose(page, 'Status', 'Enacted')
      await hand.press(page, 'Search')
      const rows = page.locator('li.row .tag')
      expect(new Set(await rows.allTextContents())).toEqual(new Set(['Enacted']))
    },
  },
  {
    does: 'go from a bill to a sponsor, and see the terms and the scorecard of the person',
    async run(scene) {
      await findBill(scene, 'HB 1')
      await openFirst(scene)
      await scene.hand.open(scene.page, 'Ada Alder')
      await scene.page.getByRole('heading', { name: 'Terms' }).waitFor()
      await scene.page.getByRole('heading', { name: 'Scorecards' }).waitFor()
      await scene.hand.open(scene.page, 'Friends of Pollinators, 2026')
      await scene.page.getByRole('heading', { name: 'What counts' }).waitFor()
      await see(scene.page, 'House of Representatives')
    },
  },
  {
    does: 'find a person and look at the district as a picture',
    async run({ hand, page }) {
      await hand.open(page, 'People')
      await hand.write(page, 'Name', 'Alder')
      await hand.press(page, 'Search')
      await hand.open(page, 'Ada Alder')
      const picture = page.getByRole('img', { name: /Outlines of/ })
      expect(await picture.locator('path').count()).toBe(1)
    },
  },
  {
    does: 'find who represents an address, and who has the seat of a district',
    async run({ hand, page }) {
      await hand.open(page, 'Addresses')
      await hand.write(page, 'Street address, city and state', '101 Birch Ave N, Adamsville, ZZ')
      await hand.press(page, 'Find the officials')
      await see(page, 'was found.')
      expect(page.url()).toMatch(/\/console\/lookup$/)
      const district = await page.locator('main a[href*="sldl"]').first().textContent()
      await hand.open(page, district!)
      await page.getByRole('heading', { name: 'Members' }).waitFor()
    },
  },
]
