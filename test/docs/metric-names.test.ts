import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'

const parts = ['runtime', 'ingest', 'projections', 'locate', 'derive', 'alerts', 'webhooks', 'api', 'cli']

/** Some gauges are named without the prefix that their registrar adds. */
const isDeclared = (name: string, sources: string): boolean =>
  [name, name.replace(/_(?:bucket|sum|count)$/, '')].some(
    (one) => sources.includes(`'${one}'`) || sources.includes(`('${one.replace(/^legislog_/, '')}'`),
  )

it('every metric that docs/operating.md asks for exists', () => {
  const files = parts.flatMap((part) =>
    readdirSync(join(projectFolder, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(projectFolder, part, file), 'utf8')),
  )
  const page = readFileSync(join(projectFolder, 'docs', 'operating.md'), 'utf8')
  const names = [...new Set(page.match(/legislog_[a-z0-9_]+/g))]
  expect(names.length).toBeGreaterThan(20)
  const sources = files.join('\n')
  expect(names.filter((name) => !isDeclared(name, sources))).toEqual([])
})
