import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { asFields } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { observeModelText } from './observe-model-text.ts'
import { type Listed, listedTexts } from './read-layouts.ts'

/** Bills that organizations offer to legislators of all places. */
export const modelLegislation: Source = { name: 'model-legislation', mapper_version: 1, read }

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  /** The text of each key so far: a collection may list one text twice. */
  const seen = new Map<string, string>()
  yield* readRecords(input, {
    jurisdictionOf: () => null,
    whyPassedOver,
    *map({ name, bytes, fetched_at }) {
      const observed_at = fetched_at ?? input.started_at
      for (const listed of listedTexts(asRoot(parseJson(textOfRecord(bytes))), name)) {
        yield* observe(listed, { observed_at, seen, passed_over: input.passed_over })
      }
    },
  })
}

/** A line of `.ndjson` is one text. */
function whyPassedOver(name: string): string | null {
  if (/\.csv$/iu.test(name)) return 'a table of bills or alignments, without texts of models'
  return /\.(?:json|ndjson)(?:#\d+)?$/iu.test(name) ? null : 'no texts of models'
}

const asRoot = (root: unknown) => (Array.isArray(root) ? { texts: root } : asFields(root, 'the file'))

type Reading = {
  readonly observed_at: string
  readonly seen: Map<string, string>
  readonly passed_over: FileInput['passed_over']
}

function* observe(listed: Listed, { observed_at, seen, passed_over }: Reading): Generator<SourceItem> {
  try {
    const text = listed.read()
    if (typeof text === 'string') {
      passed_over?.(listed.record, text)
      return
    }
    const item = observeModelText(text, { record: listed.record, observed_at })
    const [{ key, record_key, jurisdiction, parts }] = item.group
    const content = JSON.stringify(parts)
    const known = `${key} ${record_key}`
    if (seen.get(known) === content) {
      yield { kind: 'copies', jurisdiction, entity: 'model_text', count: 1 }
      return
    }
    seen.set(known, content)
    yield item
  } catch (error) {
    const bytes = Buffer.from(JSON.stringify(listed.fields))
    yield rejectionOf({ name: listed.record, bytes }, error, null)
  }
}
