import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TakenChange } from '../../../alerts/digest/digest-content.ts'
import { writeDigest } from '../../../alerts/digest/write-digest.ts'
import { chromiumProgram, openChromium } from '../../support/browser/chromium.ts'

const LONG = 'Supercalifragilistic'.repeat(12)
const bill = { identifier: 'HB 1042', jurisdiction: 'ocd-division/country:us/state:wa', session: '2026' }
const changes: TakenChange[] = [
  { bill_id: 1, bill, content: { kind: 'introduced', thing: 'bill', title: LONG, date: '2026-03-01' } },
  {
    bill_id: 1,
    bill,
    content: {
      kind: 'action',
      thing: 'action a',
      date: '2026-03-01',
      who: 'lower',
      description: `<script>alert(1)</script> ${LONG}`,
    },
  },
  {
    bill_id: 1,
    bill,
    content: { kind: 'status', thing: 'status', from: 'introduced', to: 'passed_lower', date: '2026-03-01' },
  },
  {
    bill_id: 2,
    bill: { ...bill, identifier: 'SB 7' },
    content: {
      kind: 'vote',
      thing: 'vote 9',
      date: '2026-03-01',
      who: 'upper',
      motion: 'Third reading',
      result: 'pass',
      yes: 31,
      no: 17,
    },
  },
  { bill_id: 2, bill: { ...bill, identifier: 'SB 7' }, content: { kind: 'removed', thing: 'bill' } },
]
const facts = new Map([
  [
    1,
    {
      identifier: 'HB 1042',
      title: `An act about ferries ${LONG}`,
      status: null,
      link: 'https://leg.example/hb1042',
    },
  ],
])
const target = {
  subscription_id: 7,
  name: 'Ferries & tolls',
  account: 'Readers League',
  channel: 'email',
  recipient_id: 3,
  link_key: Buffer.alloc(32),
} as const
const { html } = writeDigest(target, '2026-03-02', changes, { facts, origin: 'https://pages.example.org' })
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(chromiumProgram === undefined)('the HTML of a digest in a browser', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await openChromium()
  })

  it.each([
    { width: 600, colorScheme: 'light' },
    { width: 600, colorScheme: 'dark' },
    { width: 360, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ] as const)('fits $width px and can be read in $colorScheme colors', async ({ width, colorScheme }) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    const shown: string[] = []
    page.on('dialog', (dialog) => {
      shown.push(dialog.message())
      return dialog.dismiss()
    })
    await page.setContent(html)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.evaluate(AXE)
    const found = (await page.evaluate('axe.run({ runOnly: ["wcag2a", "wcag2aa"] })')) as {
      violations: { id: string }[]
    }
    expect(found.violations.map(({ id }) => id)).toEqual([])
    expect(shown).toEqual([])
    await page.close()
  })
})
