import type { ExplanationLevel } from '../../../derive/explanation/explanation.ts'
import { readingGrade } from '../../../derive/explanation/reading-grade.ts'
import type { Derived } from '../../../derive/methods/deriver.ts'
import type { CitedLevel } from '../../../derive/model/describe/derivation.ts'
import { MODEL_DISCLAIMER, type ModelDerivation } from './model-derivation.ts'

const RULES_DISCLAIMER =
  'Sentences of the bill and of its source, chosen by rules. Read the text before you rely on them.'

/** The level of a model if it wrote one about the current text, else the level without a model. */
export function explainedLevel(
  name: ExplanationLevel,
  { result, method_version }: Derived<'explanation'>,
  written: ModelDerivation | undefined,
) {
  const level = written?.content.levels?.[name]
  if (written !== undefined && Array.isArray(level?.sentences)) return modelLevel(written, level)
  const source = {
    method: 'extractive',
    method_version,
    model: null,
    prompt_version: null,
    generated_at: null,
  }
  return { ...source, disclaimer: RULES_DISCLAIMER, ...result.levels[name] }
}

function modelLevel(written: ModelDerivation, level: CitedLevel) {
  const { method_version, model, prompt_version, generated_at } = written
  return {
    method: 'model',
    method_version,
    model,
    prompt_version,
    generated_at,
    disclaimer: MODEL_DISCLAIMER,
    sentences: level.sentences.map(({ text, citations }) => ({
      text,
      section: citations[0]?.section ?? null,
      citations,
    })),
    reading_grade: readingGrade(level.sentences.map(({ text }) => text)),
  }
}
