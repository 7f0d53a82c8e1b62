/** Example values of bill sheets and of the pages that show them. */
export const sheetValues: Readonly<Record<string, readonly unknown[]>> = {
  'sheet.name': ['Insurance bills'],
  'sheet.description': ['For our members'],
  'bill_sheet.name': ['Insurance bills'],
  'bill_sheet.description': ['For our members'],
  tags: ['prior authorization'],
  tag: ['prior authorization'],
  is_search_cut: [false],
  'sheet.bills': [42],
  'bill_sheet.bills': [42],
  removed: [false],
  line: [3],
  lines: [40],
}
