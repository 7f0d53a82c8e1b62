import { Type } from 'typebox'
import { Closed, OrNull, Text } from '../fields.ts'

const range = {
  start: Type.Integer({ minimum: 0, description: 'Offset into the whole text, in Unicode characters' }),
  end: Type.Integer({ minimum: 0, description: 'Offset after the last character' }),
}

const TextRun = Closed({
  text: Text,
  mark: Type.Enum(['none', 'struck', 'inserted'], { description: '`struck`: it is not in `text`' }),
})

const TextParagraph = Closed({
  ...range,
  runs: Type.Optional(
    Type.Array(TextRun, {
      description:
        'Only if words of the text are struck. A paragraph that is struck whole has `start` = `end`',
    }),
  ),
})

/** A piece of a text. Each starts where the one before it ends. */
export const TextSection = Closed({
  kind: Type.Enum(['front', 'section', 'group', 'back'], {
    description:
      '`front`: before the first section. `group`: the heading of a title, part or chapter. `back`: signatures',
  }),
  number: OrNull(Type.String({ description: '`101` of `SEC. 101.`, `TITLE I` of a group' })),
  heading: OrNull(Text),
  path: Type.Array(Text, { description: 'The groups that contain it, outermost first' }),
  ...range,
  paragraphs: Type.Array(TextParagraph, { description: 'One for each line, without the end of the line' }),
})
