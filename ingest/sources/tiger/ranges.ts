import type { RangeRow } from '../../../schemas/address-rows/address-rows.ts'
import type { TableRow } from '../../files/shapefiles/dbf-table.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import { createRejectedRows, faultOfRow, type RejectedRows } from '../address-rows/rejected-rows.ts'
import { nullableText } from '../records/fields.ts'
import type { Faces } from './faces.ts'
import {
  facesOf,
  lineOf,
  type NamedSegment,
  readAddr,
  readAddrfeat,
  readEdge,
  type Side,
} from './segments.ts'
import { tigerId } from './tiger-id.ts'

export type CountyFiles = {
  readonly addrfeat: LoadedSet | undefined
  readonly edges: LoadedSet | undefined
  readonly featnames: LoadedSet | undefined
  readonly addr: LoadedSet | undefined
}
export type RejectedOf = (file: keyof CountyFiles) => RejectedRows

/**
 * The sides of the segments of a county. ADDRFEAT has the segments with numbers, under each name. EDGES adds streets
 * without numbers, FEATNAMES further names, and ADDR further numbers.
 */
export function* readRanges(
  files: CountyFiles,
  faces: Faces | null,
  rejectedOf: RejectedOf,
): Generator<RangeRow> {
  const { addrfeat, edges } = files
  const more = {
    names: groupRows(files.featnames, rejectedOf('featnames'), nameOfRow),
    sides: groupRows(files.addr, rejectedOf('addr'), readAddr),
    // Rows that cannot be read are counted below.
    faces: groupRows(edges, createRejectedRows(), facesOf),
  }
  const segments = groupRows(addrfeat, rejectedOf('addrfeat'), indexOfRow)
  const finish = (tlid: number, named: NamedSegment[], line: number[]) =>
    sidesOf(tlid, addFurther(named, tlid, more), { line, places: faces?.places })
  for (const [tlid, indices] of segments) {
    const { named, line } = readRows(addrfeat!, indices, readAddrfeat, rejectedOf('addrfeat'))
    if (line !== undefined) yield* finish(tlid, named, line)
  }
  if (edges === undefined) return
  for (const [tlid, indices] of groupRows(edges, rejectedOf('edges'), indexOfRow)) {
    if (segments.has(tlid) || !isNamedStreet(edges.row(indices[0]!))) continue
    const { named, line } = readRows(edges, indices, readEdge, rejectedOf('edges'))
    if (line !== undefined) yield* finish(tlid, named, line)
  }
}

type Further = {
  readonly names: ReadonlyMap<number, readonly (string | null)[]>
  readonly sides: ReadonlyMap<number, readonly Side[]>
  readonly faces: ReadonlyMap<number, readonly NamedSegment['faces'][]>
}

function groupRows<T>(
  loaded: LoadedSet | undefined,
  rejected: RejectedRows,
  read: (row: TableRow, index: number) => T,
): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (let index = 0; index < (loaded?.rows ?? 0); index++) {
    try {
      const row = loaded!.row(index)
      if (row === null) continue
      const tlid = tigerId(row, 'TLID')
      const value = read(row, index)
      const known = found.get(tlid)
      if (known === undefined) found.set(tlid, [value])
      else known.push(value)
    } catch (error) {
      rejected.add(faultOfRow(error), index)
    }
  }
  return found
}

const indexOfRow = (_: TableRow, index: number): number => index

/** Names of streets only: rivers and railroads have names too. */
const nameOfRow = (row: TableRow): string | null =>
  /^S/u.test(nullableText(row, 'MTFCC') ?? 'S') ? (nullableText(row, 'FULLNAME')?.trim() ?? null) : null

function isNamedStreet(row: TableRow | null): boolean {
  if (row === null || nullableText(row, 'FULLNAME') === null) return false
  return row.ROADFLG === 'Y' || /^S/u.test(nullableText(row, 'MTFCC') ?? '')
}

function readRows(
  loaded: LoadedSet,
  indices: readonly number[],
  read: (row: TableRow) => NamedSegment,
  rejected: RejectedRows,
): { readonly named: NamedSegment[]; readonly line: number[] | undefined } {
  const named: NamedSegment[] = []
  let line: number[] | undefined
  for (const index of indices) {
    try {
      const segment = read(loaded.row(index)!)
      line ??= lineOf(loaded, index)
      named.push(segment)
    } catch (error) {
      rejected.add(faultOfRow(error), index)
    }
  }
  return { named, line }
}

const keyOfSide = ({ side, from, to }: Side): string => `${side} ${from} ${to}`

/** Further names get all numbers of the segment, and further numbers are given under all of its names. */
function addFurther(named: readonly NamedSegment[], tlid: number, more: Further): NamedSegment[] {
  const faces = more.faces.get(tlid)?.[0]
  const known = named.map((one) => ({
    ...one,
    faces: [one.faces[0] ?? faces?.[0] ?? null, one.faces[1] ?? faces?.[1] ?? null] as const,
  }))
  const [first] = known
  if (first === undefined) return []
  const sides = new Map(known.flatMap((one) => one.sides).map((side) => [keyOfSide(side), side]))
  const added = (more.sides.get(tlid) ?? []).filter(
    (side) => side.from !== null && !sides.has(keyOfSide(side)),
  )
  const streets = new Set(known.map(({ street }) => street))
  const names = new Set((more.names.get(tlid) ?? []).filter((name) => name !== null && !streets.has(name)))
  const underNewNames = [...names].flatMap((street) => known.map((one) => ({ ...one, street: street! })))
  const newSides = [...streets, ...names].flatMap((street) =>
    added.map((side) => ({ ...first, street: street!, sides: [side, side] as const })),
  )
  return [...known, ...underNewNames, ...newSides]
}

/** The rows of one segment, each once. A side with numbers needs no row that says that it has none. */
function sidesOf(
  tlid: number,
  named: readonly NamedSegment[],
  { line, places }: { readonly line: number[]; readonly places: Faces['places'] | undefined },
): RangeRow[] {
  const rows = new Map<string, RangeRow>()
  const numbered = new Set<string>()
  for (const { street, sides, faces } of named) {
    for (const one of sides) {
      const tfid = faces[one.side === 'L' ? 0 : 1]
      const place = (tfid === null ? undefined : places?.get(tfid)?.name) ?? null
      rows.set(`${street} ${keyOfSide(one)} ${one.zip5}`, { tlid, street, ...one, tfid, place, line })
      if (one.from !== null) numbered.add(`${street} ${one.side}`)
    }
  }
  return [...rows.values()].filter(
    ({ street, side, from }) => from !== null || !numbered.has(`${street} ${side}`),
  )
}
