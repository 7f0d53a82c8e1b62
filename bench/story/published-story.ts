import { drawLogo, exportedList, type StoryService } from './story-service.ts'

type Imported = {
  readonly lines: number
  readonly added: number
  readonly unmatched: readonly { readonly reason: string; readonly text: string }[]
}

export type Published = {
  readonly page: string
  readonly imported: Imported
  readonly sheet_id: number
}

const COLUMNS = ['identifier', 'jurisdiction', 'title', 'status', 'latest_action', 'position', 'note', 'link']

/** Imports a list of so many stored bills into a sheet, and publishes the sheet as a page with a logo. */
export async function publishStory(
  { database, call, public_origin }: StoryService,
  bills: number,
): Promise<Published> {
  const sheet = await call<{ id: number }>('POST', '/bill_sheets', { name: `Our ${bills} bills` })
  const text = await exportedList(database, bills)
  const imported = await call<Imported>('POST', `/bill_sheets/${sheet.id}/import`, { text })
  const page = await call<{ id: number; slug: string }>('POST', '/stakeholder-pages', {
    sheet_id: sheet.id,
    slug: `story-${sheet.id}`,
    title: 'Bills that we follow',
    introduction:
      'What we think of the bills of this session, and where they are.\n\nQuestions? See https://www.example.org/contact.',
    columns: COLUMNS,
    accent_color: '14532d',
  })
  const logo = { data: await drawLogo(), description: 'Example Association' }
  await call('POST', `/stakeholder-pages/${page.id}/logo`, logo)
  await call('POST', `/stakeholder-pages/${page.id}/publish`)
  return { page: `${public_origin}/pages/${page.slug}`, imported, sheet_id: sheet.id }
}

/** The HTML that puts a widget on the site. */
export async function makeWidget(
  { call }: StoryService,
  site: string,
  more: object,
): Promise<{ readonly id: number; readonly snippet: string }> {
  return call('POST', '/widgets', {
    type: 'bill-grid',
    name: 'Bills that we follow',
    origins: [site],
    columns: ['identifier', 'title', 'status', 'latest_action', 'position', 'link'],
    theme: { accent: '#14532d' },
    ...more,
  })
}

export const SIGN_UP = {
  heading: 'Stay informed',
  consent_text: 'You may send me news about these bills.',
  questions: ['Which bill do you care about?'],
} as const
