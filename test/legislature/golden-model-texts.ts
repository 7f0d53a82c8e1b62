import type { LogBuilder } from './log-builder.ts'

/** Bills that organizations offer to legislators. */
export function modelTexts(log: LogBuilder): void {
  const model = {
    title: 'Bee Protection Act',
    publisher: 'Society of Beekeepers',
    url: 'https://bees.example/model-act',
    published_on: '2024-05',
    family: null,
    text: {
      sha256: 'b'.repeat(64),
      bytes: 5_000,
      media_type: 'text/plain',
      extracted: { sha256: 'c'.repeat(64), bytes: 4_000, characters: 3_990 },
    },
  }
  for (const id of [38, 39]) {
    const ocdId = `ocd-model-text/${id}`
    log.add('model_text.observed', ocdId, { id, ocd_id: ocdId, model_text: model })
  }
  log.add('model_text.observed', 'ocd-model-text/38', {
    id: 38,
    ocd_id: 'ocd-model-text/38',
    model_text: { ...model, url: 'not a link', family: 'bees' },
  })
  log.add('model_text.removed', 'ocd-model-text/39', {
    id: 39,
    ocd_id: 'ocd-model-text/39',
    reason: 'withdrawn by its publisher',
  })
}
