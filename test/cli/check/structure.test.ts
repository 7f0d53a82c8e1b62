import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readSources } from '../../../cli/check/sources.ts'
import { checkStructure, partFolders, readStructure, type Structure } from '../../../cli/check/structure.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'

const structure: Structure = {
  orders: { shop: ['prices', 'orders/lines', 'orders', '.'] },
  most_files: 3,
  registries: [],
}
const tree = {
  'shop/prices/price.ts': '',
  'shop/orders/lines/line.ts': "import type { Price } from '../../prices/price.ts'",
  'shop/orders/order.ts': "import {\n  type Line,\n} from './lines/line.ts'",
  'shop/main.ts': "import './orders/order.ts'",
}
const roots: string[] = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** Runs the check on these files and returns its messages. */
function check(files: Readonly<Record<string, string>>, changes: Partial<Structure> = {}): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'structure-'))
  roots.push(root)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const changed = { ...structure, ...changes }
  return checkStructure(readSources(root, partFolders(changed)), changed)
}

describe('the structure check', () => {
  it('lets a folder import from itself and from earlier folders', () => {
    expect(check(tree)).toEqual([])
  })

  it.each([
    ['a value', "import { order } from '../orders/order.ts'"],
    ['a type', "import type { Order } from '../orders/order.ts'"],
    ['names on several lines', "import {\n  first,\n  second,\n} from '../orders/order.ts'"],
    ['a re-export', "export * from '../orders/order.ts'"],
    ['a side effect', "import '../orders/order.ts'"],
    ['a file on demand', "const { order } = await import('../orders/order.ts')"],
    ['the type of a file', "type Order = import('../orders/order.ts').Order"],
    ['a file for a worker thread', "new Worker(new URL('../orders/order.ts', import.meta.url))"],
  ])('refuses a folder that imports %s from a later folder', (_, text) => {
    expect(check({ ...tree, 'shop/prices/price.ts': text })).toEqual([
      'shop/prices/price.ts: imports shop/orders/order.ts, but shop/orders/ comes after shop/prices/ in the order of shop/ (structure.json)',
    ])
  })

  it('refuses a folder that imports from the top-level files of its part', () => {
    expect(check({ ...tree, 'shop/orders/order.ts': "import { main } from '../main.ts'" })).toEqual([
      'shop/orders/order.ts: imports shop/main.ts, but shop/ comes after shop/orders/ in the order of shop/ (structure.json)',
    ])
  })

  it('requires a place for a new folder, and the removal of a place without a folder', () => {
    const { 'shop/prices/price.ts': price, ...others } = tree
    expect(check({ ...others, 'shop/costs/cost.ts': price })).toEqual([
      'shop/costs: has no place in the order of shop/: add it to structure.json, after every folder that it imports from',
      'shop/prices: has no source files, but structure.json lists it: remove it there',
    ])
  })

  it('refuses a folder with too many source files, unless it is a registry', () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`shop/prices/${name}.ts`, '']))
    const crowded = { ...tree, ...files }
    expect(check(crowded)).toEqual([
      'shop/prices: has 5 source files, and a folder may have at most 3: give some of them a subfolder with one job',
    ])
    expect(check(crowded, { registries: ['shop/prices'] })).toEqual([])
  })

  it('counts neither declarations nor data as source files', () => {
    const data = { 'shop/prices/a.json': '{}', 'shop/prices/b.d.ts': '', 'shop/prices/c.csv': '' }
    expect(check({ ...tree, ...data }, { most_files: 1 })).toEqual([])
  })

  it('accepts the folders of this project', () => {
    const own = readStructure(projectFolder)
    expect(checkStructure(readSources(projectFolder, partFolders(own)), own)).toEqual([])
  })
})
