import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'

const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: projectFolder }).sort()
const folders = readdirSync(projectFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map(({ name }) => name)
const read = (page: string) => readFileSync(join(projectFolder, page), 'utf8')

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

/** Links of a page whose file or heading does not exist. */
function brokenLinks(page: string): string[] {
  return [...read(page).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(
    ([link, path, anchor]) => {
      const target = path === '' ? page : join(dirname(page), path!)
      if (!existsSync(join(projectFolder, target))) return [link]
      return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [link]
    },
  )
}

/** Paths of this repository that a page names in backticks and that do not exist. */
function missingPaths(page: string): string[] {
  return [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)]
    .map(([, path]) => path!)
    .filter((path) => folders.includes(path.split('/')[0]!) && !existsSync(join(projectFolder, path)))
}

describe.each(pages)('the page %s', (page) => {
  it('links only to files and headings that exist', () => {
    expect(brokenLinks(page)).toEqual([])
  })

  // The changelog names files as they were called at that time.
  it.skipIf(page === 'CHANGELOG.md')('names only files and folders that exist', () => {
    expect(missingPaths(page)).toEqual([])
  })
})

it('the picture of docs/architecture.md matches its text source', async () => {
  const { drawPicture } = await import('../../docs/pictures/draw-architecture.ts')
  expect(read('docs/pictures/architecture.svg')).toBe(drawPicture(read('docs/pictures/architecture.txt')))
})
