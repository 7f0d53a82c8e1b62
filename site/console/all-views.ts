import { accountDataView, deleteAccountAction } from './views/account/account-data.ts'
import { auditLogView } from './views/account/audit-log.ts'
import { accountView } from './views/account/overview.ts'
import { newTokenAction, revokeTokenAction, tokensView } from './views/account/tokens.ts'
import {
  changeRoleAction,
  inviteAction,
  removeUserAction,
  usersView,
  withdrawAction,
} from './views/account/users.ts'
import { alertsView, alertView, deleteAlertAction, newAlertAction } from './views/alerts.ts'
import { addToSheetAction, billView } from './views/bill.ts'
import { diffView } from './views/bill-versions.ts'
import { billsView } from './views/bills.ts'
import { districtView } from './views/districts/district.ts'
import { lookupAction, lookupView } from './views/districts/lookup.ts'
import {
  changePageAction,
  deletePageAction,
  newPageAction,
  newPageView,
  pagesView,
  pageView,
  publishPageAction,
  unpublishPageAction,
} from './views/pages/pages.ts'
import { peopleView, personView } from './views/people/people.ts'
import { scorecardsView, scorecardView } from './views/scorecards.ts'
import { operationsView } from './views/service/operations.ts'
import { usageView } from './views/service/usage.ts'
import { importAction, importView } from './views/sheets/import.ts'
import { removeItemAction, sheetView } from './views/sheets/sheet.ts'
import { writeItemAction } from './views/sheets/sheet-item.ts'
import { changeSheetAction } from './views/sheets/sheet-settings.ts'
import { deleteSheetAction, newSheetAction, sheetsView } from './views/sheets/sheets.ts'
import type { Action, View } from './views/view.ts'
import { deliveryView, resendAction } from './views/webhooks/deliveries.ts'
import {
  changeEndpointAction,
  deleteEndpointAction,
  endpointStateActions,
  rotateSecretAction,
  testWebhookAction,
  webhookView,
} from './views/webhooks/endpoint.ts'
import { newEndpointAction, webhooksView } from './views/webhooks/endpoint-list.ts'
import { replayAction } from './views/webhooks/replays.ts'
import {
  changeWidgetAction,
  deleteWidgetAction,
  newWidgetAction,
  newWidgetView,
  revokeWidgetAction,
  rotateWidgetAction,
  widgetsView,
  widgetView,
} from './views/widgets/widgets.ts'

/** Every page of the console behind the sign-in. */
export const views: readonly View[] = [
  billsView,
  billView,
  diffView,
  peopleView,
  personView,
  scorecardsView,
  scorecardView,
  lookupView,
  districtView,
  sheetsView,
  sheetView,
  importView,
  pagesView,
  newPageView,
  pageView,
  widgetsView,
  newWidgetView,
  widgetView,
  alertsView,
  alertView,
  webhooksView,
  webhookView,
  deliveryView,
  usageView,
  accountView,
  usersView,
  tokensView,
  auditLogView,
  accountDataView,
  operationsView,
]

/** Everything that a form of the console does. */
export const actions: readonly Action[] = [
  addToSheetAction,
  lookupAction,
  newSheetAction,
  changeSheetAction,
  deleteSheetAction,
  importAction,
  writeItemAction,
  removeItemAction,
  newPageAction,
  changePageAction,
  publishPageAction,
  unpublishPageAction,
  deletePageAction,
  newWidgetAction,
  changeWidgetAction,
  rotateWidgetAction,
  revokeWidgetAction,
  deleteWidgetAction,
  newAlertAction,
  deleteAlertAction,
  newEndpointAction,
  changeEndpointAction,
  ...endpointStateActions,
  rotateSecretAction,
  testWebhookAction,
  replayAction,
  resendAction,
  deleteEndpointAction,
  inviteAction,
  withdrawAction,
  changeRoleAction,
  removeUserAction,
  newTokenAction,
  revokeTokenAction,
  deleteAccountAction,
]
