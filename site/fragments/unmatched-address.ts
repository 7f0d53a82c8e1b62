const reasons: Readonly<Record<string, string>> = {
  address_incomplete: 'The address lacks a house number, a street, or its city and state.',
  po_box: 'A post office box, a rural route or a military address does not say where somebody lives.',
  not_found: 'No such address is known. Check the number, the spelling of the street and the ZIP code.',
  ambiguous:
    'Several addresses in different districts fit. Add the direction, the kind of street or the ZIP code.',
  no_coverage: 'No addresses or district maps are loaded for this place.',
  split_district: 'The address is too close to the line between two districts to say on which side it lies.',
}

/** Why an address has no district, for a person. */
export const whyUnmatched = (reason: string | undefined): string =>
  reasons[reason ?? ''] ?? 'The address could not be matched.'
