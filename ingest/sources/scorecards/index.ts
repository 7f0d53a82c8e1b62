import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { asFields, invalid } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { parseYaml } from '../records/yaml.ts'
import { isAclu, readAclu } from './aclu.ts'
import { isGovtrack, readGovtrack } from './govtrack.ts'
import { observeScorecard, type ReadScorecard } from './observe-scorecard.ts'
import { isOwn, listOwn, readOwn } from './own-form.ts'
import { isMemberFile, type PrintedMembers, readPrintedMembers } from './printed-members.ts'
import { isProgressiveMass, listProgressiveMass } from './progressive-mass.ts'

/** Scorecards that organizations publish about legislators. */
export const scorecards: Source = { name: 'scorecards', mapper_version: 1, read }

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const members = await readPrintedMembers(input)
  yield* readRecords(input, {
    jurisdictionOf: () => null,
    whyPassedOver,
    *map({ name, bytes, fetched_at }) {
      const observed_at = fetched_at ?? input.started_at
      for (const { record, content, read } of listScorecards(name, textOfRecord(bytes), members)) {
        yield* observe({ record, content, read }, observed_at)
      }
    },
  })
}

function whyPassedOver(name: string): string | null {
  if (isAclu(name)) return null
  if (isMemberFile(name)) return 'names of members: they are read with the grid of the organization'
  return /\.(?:ya?ml|json|ndjson)(?:#\d+)?$/iu.test(name) ? null : 'no scorecard'
}

type Listed = { readonly record: string; readonly content: unknown; readonly read: () => ReadScorecard }

function* listScorecards(name: string, text: string, members: PrintedMembers): Generator<Listed> {
  const whole = { record: name, content: text }
  if (isAclu(name)) {
    yield { ...whole, read: () => ({ scorecard: readAclu(name, text) }) }
    return
  }
  const isYaml = /\.ya?ml$/iu.test(name)
  if (isYaml && isGovtrack(text)) {
    yield { ...whole, read: () => ({ scorecard: readGovtrack(text) }) }
    return
  }
  const root = isYaml ? parseYaml(text) : parseJson(text)
  if (!Array.isArray(root) && isProgressiveMass(asFields(root, 'the file'))) {
    for (const { record, fields, read } of listProgressiveMass(asFields(root, 'the file'), members)) {
      yield { record: `${name}#${record}`, content: fields, read: () => ({ scorecard: read() }) }
    }
    return
  }
  const own = listOwn(root)
  if (own === null)
    throw invalid('the file', root, 'a scorecard with organization, title and items or members')
  for (const [index, content] of own.entries()) {
    const record = own.length === 1 ? name : `${name}#${index + 1}`
    yield { record, content, read: () => readOne(content) }
  }
}

function readOne(content: unknown): ReadScorecard {
  const fields = asFields(content, 'the scorecard')
  if (!isOwn(fields))
    throw invalid('the scorecard', content, 'one with organization, title and items or members')
  return readOwn(fields)
}

/** A scorecard that cannot be mapped is rejected alone: the others of its file go on. */
function* observe({ record, content, read }: Listed, observed_at: string): Generator<SourceItem> {
  try {
    yield observeScorecard(read(), { record, observed_at })
  } catch (error) {
    const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content ?? null))
    yield rejectionOf({ name: record, bytes }, error, null)
  }
}
