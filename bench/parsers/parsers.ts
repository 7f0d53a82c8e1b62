import { createRequire } from 'node:module'
import { parseAddress } from '../../locate/address/parse-address.ts'
import { type Parts, partsOf } from './parts.ts'

export type Parser = {
  readonly name: string
  /** The parts that it finds, in the spelling that is compared. */
  readonly parse: (text: string) => Parts
  /** The parser alone, for its processor time. */
  readonly parseOnly: (text: string) => unknown
}

export const ownParser: Parser = {
  name: 'legislog',
  parseOnly: (text) => parseAddress(text),
  parse(text) {
    const { number, street_text, city, state, zip5, plus4 } = parseAddress(text).readings[0]!
    return partsOf({ number: number?.text, street: street_text, city, state, zip: zipOf(zip5, plus4) })
  },
}

/** The other parsers have no types. */
export function loadPeers(): readonly Parser[] {
  return [parseAddressPackage(), addresser(), peliasParser()]
}

const load = createRequire(import.meta.url)

function parseAddressPackage(): Parser {
  type Found = Readonly<
    Partial<
      Record<
        'number' | 'prefix' | 'street' | 'type' | 'suffix' | 'city' | 'state' | 'zip' | 'plus4',
        string | null
      >
    >
  >
  const { parseLocation } = load('parse-address') as { parseLocation(text: string): Found | null }
  return {
    name: 'parse-address 1.1.2',
    parseOnly: parseLocation,
    parse(text) {
      const { number, prefix, street, type, suffix, city, state, zip, plus4 } = parseLocation(text) ?? {}
      return partsOf({
        number,
        street: joined(prefix, street, type, suffix),
        city,
        state,
        zip: zipOf(zip, plus4),
      })
    },
  }
}

function addresser(): Parser {
  type Found = Readonly<
    Partial<
      Record<
        | 'streetNumber'
        | 'streetName'
        | 'streetSuffix'
        | 'streetDirection'
        | 'addressLine1'
        | 'placeName'
        | 'stateAbbreviation'
        | 'zipCode'
        | 'zipCodePlusFour',
        string
      >
    >
  >
  const { parseAddress: parsePackage } = load('addresser') as { parseAddress(text: string): Found }
  const tryParse = (text: string): Found => {
    try {
      return parsePackage(text)
    } catch {
      // It throws an error if it finds no state or street: no part is exact.
      return {}
    }
  }
  return {
    name: 'addresser 1.1.22',
    parseOnly: tryParse,
    parse(text) {
      const found = tryParse(text)
      const { streetNumber, streetName, streetSuffix, streetDirection, addressLine1 } = found
      const street = joined(streetName, streetSuffix, streetDirection)
      return partsOf({
        number: streetNumber,
        street: streetName === undefined ? addressLine1 : street,
        city: found.placeName,
        state: found.stateAbbreviation,
        zip: found.zipCodePlusFour ?? found.zipCode,
      })
    },
  }
}

function peliasParser(): Parser {
  type Tokens = {
    readonly solution: readonly {
      readonly pair: readonly {
        readonly classification: { label: string }
        readonly span: { body: string }
      }[]
    }[]
  }
  const Tokenizer = load('pelias-parser/tokenization/Tokenizer') as new (text: string) => Tokens
  const AddressParser = load('pelias-parser/parser/AddressParser') as new () => {
    classify(tokens: Tokens): void
    solve(tokens: Tokens): void
  }
  const parser = new AddressParser()
  const solve = (text: string): Tokens => {
    const tokens = new Tokenizer(text)
    parser.classify(tokens)
    parser.solve(tokens)
    return tokens
  }
  return {
    name: 'pelias-parser 4.1.0',
    parseOnly: solve,
    parse(text) {
      const pairs = solve(text).solution[0]?.pair ?? []
      const of = (label: string) =>
        pairs.find(({ classification }) => classification.label === label)?.span.body
      return partsOf({
        number: of('housenumber'),
        street: of('street'),
        city: of('locality'),
        state: of('region'),
        zip: of('postcode'),
      })
    },
  }
}

const joined = (...words: readonly (string | null | undefined)[]): string =>
  words.filter((word) => word != null && word !== '').join(' ')

const zipOf = (zip5: string | null | undefined, plus4: string | null | undefined): string | null =>
  zip5 == null ? null : plus4 == null ? zip5 : `${zip5}-${plus4}`
