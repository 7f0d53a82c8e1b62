import { alertsView, alertView, deleteAlertAction, newAlertAction } from './alerts.ts'
import { addToSheetAction, billView } from './bill.ts'
import { diffView } from './bill-versions.ts'
import { billsView } from './bills.ts'
import { operationsView } from './operations.ts'
import { peopleView, personView } from './people.ts'
import { newSheetAction, removeItemAction, sheetsView, sheetView } from './sheets.ts'
import { usageView } from './usage.ts'
import type { Action, View } from './view.ts'
import { resendAction, testWebhookAction, webhooksView, webhookView } from './webhooks.ts'

/** Every page of the console behind the sign-in. */
export const views: readonly View[] = [
  billsView,
  billView,
  diffView,
  peopleView,
  personView,
  sheetsView,
  sheetView,
  alertsView,
  alertView,
  webhooksView,
  webhookView,
  usageView,
  operationsView,
]

/** Everything that a form of the console does. */
export const actions: readonly Action[] = [
  addToSheetAction,
  newSheetAction,
  removeItemAction,
  newAlertAction,
  deleteAlertAction,
  resendAction,
  testWebhookAction,
]
