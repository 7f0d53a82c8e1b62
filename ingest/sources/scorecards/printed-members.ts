import { LegislogError } from '../../../schemas/errors.ts'
import { readFiles } from '../../files/file-input.ts'
import type { FileInput } from '../../source-interface/source.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'

export type PrintedMember = {
  readonly name: string
  readonly party: string | null
  readonly district: string | null
}
/** The people of Progressive Massachusetts' other files by id, because its grid has ids alone. */
export type PrintedMembers = ReadonlyMap<string, PrintedMember>

/** Lists of legislators, and the spreadsheets of a year. The grid has what they say, except for names. */
export const isMemberFile = (name: string): boolean =>
  /(?:^|\/)(?:(?:house|senate)_legislators|20\d\d)\.json$/u.test(name)

export const isPersonId = (id: unknown): id is string =>
  typeof id === 'string' && /^ocd-person\/[0-9a-f-]{36}$/u.test(id)

/** Reads the files once before the source does, a few hundred bytes a person. Files of other kinds are not parsed. */
export async function readPrintedMembers(input: FileInput): Promise<PrintedMembers> {
  const members = new Map<string, PrintedMember>()
  const { paths, archive_bytes, started_at } = input
  for await (const record of readFiles({ paths, archive_bytes, started_at })) {
    if (record.kind === 'unreadable' || !isMemberFile(record.name)) continue
    for (const [id, member] of membersIn(record.bytes)) if (!members.has(id)) members.set(id, member)
  }
  return members
}

function membersIn(bytes: Buffer): [string, PrintedMember][] {
  try {
    const root = parseJson(textOfRecord(bytes))
    return Array.isArray(root) ? root.flatMap(listedMember) : spreadsheetMembers(root)
  } catch (error) {
    // The reading that follows rejects the file, or passes over it.
    if (error instanceof LegislogError) return []
    throw error
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

function listedMember(value: unknown): [string, PrintedMember][] {
  if (typeof value !== 'object' || value === null) return []
  const { id, name, party, district } = value as Record<string, unknown>
  const printed = text(name)
  if (!isPersonId(id) || printed === null) return []
  return [[id, { name: printed, party: text(party), district: text(district) }]]
}

/** Rows of votes begin with an id and a name; sponsorships have a row of ids above a row of names. */
function spreadsheetMembers(root: unknown): [string, PrintedMember][] {
  if (typeof root !== 'object' || root === null) return []
  const { houseVotes, senateVotes, sponsorship } = root as Record<string, unknown>
  const pairs: [unknown, unknown][] = []
  for (const rows of [houseVotes, senateVotes]) {
    for (const row of Array.isArray(rows) ? rows : []) if (Array.isArray(row)) pairs.push([row[0], row[1]])
  }
  const [ids, names] = Array.isArray(sponsorship) ? (sponsorship as unknown[]) : []
  if (Array.isArray(ids) && Array.isArray(names))
    pairs.push(...ids.map((id, at): [unknown, unknown] => [id, names[at]]))
  return pairs.flatMap(([id, name]): [string, PrintedMember][] => {
    const printed = text(name)
    return isPersonId(id) && printed !== null ? [[id, { name: printed, party: null, district: null }]] : []
  })
}
