import type { Definition } from './definition.ts'

/** Settings of the store for texts and fetched documents. */
export const objectStoreSettings = {
  object_store: {
    env: 'OBJECT_STORE',
    kind: 'text',
    default: '',
    does: 'Folder or s3://bucket/prefix for texts and fetched documents; empty: objects/ in LEGISLOG_HOME',
  },
  s3_endpoint: {
    env: 'S3_ENDPOINT',
    kind: 'url',
    default: '',
    does: 'Address of the S3-compatible service; empty: AWS in S3_REGION',
  },
  s3_region: { env: 'S3_REGION', kind: 'text', default: 'us-east-1', does: 'Its region' },
  s3_access_key_id: { env: 'S3_ACCESS_KEY_ID', kind: 'text', default: '', does: 'Its access key' },
  s3_secret_access_key: {
    env: 'S3_SECRET_ACCESS_KEY',
    kind: 'secret',
    default: '',
    does: 'The secret of that key',
  },
} as const satisfies Record<string, Definition>
