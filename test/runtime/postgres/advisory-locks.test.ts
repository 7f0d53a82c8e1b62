import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as locks from '../../../runtime/postgres/advisory-locks.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { TEMPLATE_LOCK } from '../../support/harness/template-database.ts'

const folders = [
  'schemas',
  'runtime',
  'ingest',
  'projections',
  'api',
  'webhooks',
  'cli',
  'stack',
  'bench',
  'corpus',
]

describe('advisory locks', () => {
  it('have a number each', () => {
    const numbers = [...Object.values(locks), TEMPLATE_LOCK]
    expect(numbers.length).toBeGreaterThan(10)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('have it from one place', async () => {
    const elsewhere: string[] = []
    for (const folder of folders) {
      const names = await readdir(join(projectFolder, folder), { recursive: true })
      for (const name of names.filter((one) => one.endsWith('.ts'))) {
        const text = await readFile(join(projectFolder, folder, name), 'utf8')
        if (/\b(521_?17\d|5_?211_?70\d(_?\d{3}){2})\b/.test(text)) elsewhere.push(`${folder}/${name}`)
      }
    }
    expect(elsewhere).toEqual(['runtime/postgres/advisory-locks.ts'])
  })
})
