import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'

const page = (name: string) => readFile(join(projectFolder, 'docs', name), 'utf8')
const testsNamed = (text: string) =>
  [...text.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)].map(([, path]) => path!)
const missing = (paths: readonly string[]) => paths.filter((path) => !existsSync(join(projectFolder, path)))

describe('docs/laws.md', () => {
  it('names, for each of the seven laws, tests that exist', async () => {
    const laws = (await page('laws.md')).split('\n').filter((line) => /^\| \d\. /.test(line))
    expect(laws.map((line) => line[2])).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    for (const law of laws) expect(testsNamed(law).length, law).toBeGreaterThan(0)
    expect(missing(testsNamed(await page('laws.md')))).toEqual([])
  })
})

describe('docs/cases.md', () => {
  it('names a test for every case, or says why there is none', async () => {
    const text = await page('cases.md')
    const lines = text.split('\n').filter((line) => /^\| (?:engine case|webhook case|[A-Z]\d)/.test(line))
    const numbersOf = (kind: string) =>
      lines.flatMap((line) => new RegExp(`^\\| ${kind} case (\\d+) `).exec(line)?.[1] ?? []).map(Number)
    expect(numbersOf('engine')).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(numbersOf('webhook')).toEqual(Array.from({ length: 61 }, (_, index) => index + 1))
    for (const line of lines) {
      const isHeld = testsNamed(line).length > 0
      expect(isHeld || /later|does not apply|there is none/.test(line), line).toBe(true)
    }
  })

  it('names only tests that exist', async () => {
    expect(missing(testsNamed(await page('cases.md')))).toEqual([])
  })
})

describe('docs/security.md', () => {
  it('names, for each promise, tests that exist', async () => {
    const promises = (await page('security.md')).split('\n').filter((line) => /^\| S\d/.test(line))
    expect(promises.map((line) => Number(/S(\d+)/.exec(line)?.[1]))).toEqual(promises.map((_, at) => at + 1))
    for (const line of promises) expect(testsNamed(line).length, line).toBeGreaterThan(0)
    expect(missing(testsNamed(await page('security.md')))).toEqual([])
  })
})
