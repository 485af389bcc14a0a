/** The bugs of the gallery: which disruption finds each, and how `explore` reports it. Tests and docs read this table. */

export interface GalleryBug {
  /** The class of the shop. */
  readonly shop: string;
  /** What the shop does, after "a shop that". */
  readonly symptom: string;
  /** The plan that finds it. */
  readonly plan: string;
  /** The problem, word for word. */
  readonly problem: string;
}

export const bugs = [
  {
    shop: 'ChargesAgain',
    symptom: 'charges again after a lost response',
    plan: 'createTransaction #1: reset after commit',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'NewReference',
    symptom: 'takes a new reference for each attempt',
    plan: 'createTransaction #1: truncate',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'FailedLookUp',
    symptom: 'takes a failed look-up for "nothing there"',
    plan: 'createTransaction #1: reset after commit + listTransactions #1: 503',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'LooksAfterAnswers',
    symptom: 'takes a failed look-up for "nothing there" if the charge got an error as its answer',
    plan: 'createTransaction #1: 503 after commit + listTransactions #1: 503',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'RepeatsWithKey',
    symptom: 'repeats a charge with its reference, and relies on the gateway to notice',
    plan: 'createTransaction #1: reset after commit + assumption reference-key: accepted-again',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'NoNote',
    symptom: 'charges again at a double click',
    plan: 'flow: second click in step',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'NoteAfter',
    symptom: 'writes its note after the charge, so a crash loses it',
    plan: 'createTransaction #1: crash after',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'ConflictIsRefusal',
    symptom: 'takes a 409 for a refusal',
    plan: 'createTransaction #1: 409 after commit',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'LooksTooEarly',
    symptom: 'looks once after a time-out, and charges again',
    plan: 'createTransaction #1: carried out late',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'CapturesTwice',
    symptom: 'captures an order twice after a crash',
    plan: 'captureTransaction #1: crash after',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'BooksWhatItReserved',
    symptom: 'books a payment when it is reserved',
    plan: 'captureTransaction #1: 503',
    problem: 'order-1: the gateway received R$ 0.00 (transaction 1001), but the shop says R$ 159.90',
  },
  {
    shop: 'CutsCents',
    symptom: 'cuts 19.99 * 100 to 1998 centavos',
    plan: 'no disruption',
    problem: 'order-1 costs R$ 19.99, but R$ 19.98 was captured',
  },
  {
    shop: 'ReadsCommaAsEnd',
    symptom: 'reads "9,90" as R$ 9.00',
    plan: 'no disruption',
    problem: 'order-1 costs R$ 9.90, but R$ 9.00 was captured',
  },
  {
    shop: 'RoundsInstallments',
    symptom: 'rounds each installment, and charges their sum',
    plan: 'no disruption',
    problem: 'order-1 costs R$ 100.00, but R$ 99.99 was captured',
  },
  {
    shop: 'BelievesEvents',
    symptom: 'overwrites `paid` with an old event',
    plan: 'event transaction.created authorized #1: late',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'ShipsTwice',
    symptom: 'ships once per event',
    plan: 'event transaction.created paid #1: twice',
    problem: 'order-1 was shipped twice',
  },
  {
    shop: 'TwoEventsAtOnce',
    symptom: 'books two events that come at once',
    plan: 'event transaction.created paid #1: twice at once',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 319.80',
  },
  {
    shop: 'DropsUnknown',
    symptom: 'drops an event of an order that it has not saved yet',
    plan: 'createTransaction #1: events during',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'LosesEventInOutage',
    symptom: 'answers 204 to an event that it could not confirm',
    plan: 'event transaction.created paid #1: retrieveTransaction #1: 503',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'NeverAsks',
    symptom: 'waits for an event that never comes',
    plan: 'event transaction.status_changed paid #1: never',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'BelievesForged',
    symptom: 'believes a forged event',
    plan: 'before the buyer: forged events',
    problem: 'a forged event was believed: order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'BelievesTheOrder',
    symptom: 'takes the order from the event, and the payment from the gateway',
    plan: 'before the buyer: a forged event of another payment',
    problem: 'a forged event was believed: order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'ReopensOrder',
    symptom: 'reopens a completed order when an event comes again',
    plan: 'event transaction.created paid #1: again after the repair job',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'NeedsEachStatus',
    symptom: 'waits for each status in turn',
    plan: 'event transaction.created waiting_payment #1: never',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'ThrowsAtUnknownStatus',
    symptom: 'throws at a status that it does not know',
    plan: 'later: chargeback',
    problem: 'order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'IgnoresChargeback',
    symptom: 'leaves a disputed order paid',
    plan: 'later: chargeback',
    problem: 'order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'IgnoresRefund',
    symptom: 'leaves an order paid that the back office refunded',
    plan: 'later: refund',
    problem: 'order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'IgnoresDeclinedReview',
    symptom: 'leaves an order paid whose review ended badly',
    plan: 'later: review declined',
    problem: 'order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'IgnoresWonChargeback',
    symptom: 'keeps an order closed whose dispute it won',
    plan: 'later: chargeback and won',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'PartIsWhole',
    symptom: 'takes a partial refund for a whole one',
    plan: 'later: partial refund',
    problem: 'order-1: the gateway received R$ 158.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'BooksAmount',
    symptom: 'books the amount that it asked for, not the one that was paid',
    plan: 'buyer: pays another amount',
    problem: 'order-1: the gateway received R$ 158.90 (transaction 1001), but the shop says R$ 159.90',
  },
  {
    shop: 'ShipsUnderpaid',
    symptom: 'ships whatever amount the buyer paid',
    plan: 'buyer: pays another amount',
    problem: 'order-1 was shipped for R$ 158.90, but it costs R$ 159.90',
  },
  {
    shop: 'CanceledForEver',
    symptom: 'cancels an order for ever that the buyer pays afterwards',
    plan: 'buyer: pays after the expiry',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'FirstCodeCancels',
    symptom: 'lets the expiry of a first code cancel the order that a second one paid',
    plan: 'later: 40 days pass',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1002), but the shop says R$ 0.00',
  },
  {
    shop: 'TrustsReturnPage',
    symptom: 'trusts the page to which the buyer returns',
    plan: 'buyer: never acts',
    problem: 'order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'RateLimitIsNotPaid',
    symptom: 'takes a 429 for "not paid"',
    plan: 'repair job: listTransactions #1: 429',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'RefundsTwice',
    symptom: 'refunds again after a lost refund',
    plan: 'refundTransaction #1: reset after commit',
    problem: 'order-1: the gateway received R$ 140.10 (transaction 1001), but the shop says R$ 150.00',
  },
  {
    shop: 'BelievesPaidAmount',
    symptom: 'believes that `paid_amount` shows a refund',
    plan: 'assumption refund-rules: keeps-paid-amount',
    problem: 'order-1: the gateway received R$ 150.00 (transaction 1001), but the shop says R$ 159.90',
  },
  {
    shop: 'BooksRefundTwice',
    symptom: 'books a refund by the answer and by its event',
    plan: 'assumption refund-rules: partial-sends-event',
    problem: 'order-1: the gateway received R$ 150.00 (transaction 1001), but the shop says R$ 140.10',
  },
  {
    shop: 'EqualRefunds',
    symptom: 'takes two equal refunds for one',
    plan: 'refundTransaction #2: reset',
    problem: 'order-1: the gateway received R$ 150.00 (transaction 1001), but the shop says R$ 140.10',
  },
  {
    shop: 'PendingIsFailed',
    symptom: 'takes a pending refund for one that failed',
    plan: 'assumption refund-rules: pending-for-cards',
    problem: 'order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'GivesRefundUp',
    symptom: 'gives up a refund that the gateway carries out later',
    plan: 'repair job: refundTransaction #1: carried out late',
    problem: 'order-1: the gateway received R$ 150.00 (transaction 1001), but the shop says R$ 159.90',
  },
  {
    shop: 'RefundsDuplicate',
    symptom: 'takes the refund of a second payment for the refund of the order',
    plan: 'createTransaction #1: reset after commit',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'ShipsLapsed',
    symptom: 'ships an order whose authorization has lapsed',
    plan: 'buyer: pays after the expiry',
    problem: 'order-1: the gateway received R$ 0.00 (transaction 1001), but the shop says R$ 159.90',
  },
  {
    shop: 'ShipsBefore3ds',
    symptom: 'takes a payment for paid whose buyer never passes 3DS',
    plan: 'buyer: never acts',
    problem: 'order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'CapturesLater',
    symptom: 'captures later, and never looks whether a lost capture has happened',
    plan: 'repair job: captureTransaction #1: reset after commit',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'BooksNothing',
    symptom: 'answers with a sum that is no number',
    plan: 'createTransaction #1: 503',
    problem: 'orders answered paid: null',
  },
  {
    shop: 'SubscribesAgain',
    symptom: 'subscribes again after a lost response',
    plan: 'createSubscription #1: reset after commit',
    problem: 'the order was charged twice: transaction 1007 (R$ 49.90 paid) and transaction 1009 (R$ 49.90 paid)',
  },
  {
    shop: 'FailedRenewal',
    symptom: 'lets the buyer subscribe again after a failed charge, without a look at the first subscription',
    plan: 'buyer: cancelSubscription #1: 503',
    problem: '2 subscriptions go on, and without a disruption 1',
  },
  {
    shop: 'StartsTrialsAgain',
    symptom: 'starts a second trial after a lost response',
    plan: 'createSubscription #1: truncate',
    problem: '2 subscriptions go on, and without a disruption 1',
  },
  {
    shop: 'UnlocksAfterwards',
    symptom: 'unlocks its checkout afterwards, and charges for a later click',
    plan: 'flow: second click after',
    problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  },
  {
    shop: 'NeverLooks',
    symptom: 'never looks for a payment of which it heard nothing',
    plan: 'createTransaction #1: reset after commit + events: none comes',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'KeysByAmount',
    symptom: 'finds the order of a payment by its amount',
    plan: 'before the buyer: a forged event of another payment',
    problem:
      'a payment of somebody else was believed: order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'ForgetsEvents',
    symptom: 'remembers events in memory, and ships again after a restart',
    plan: 'event transaction.created paid #1: again after the repair job',
    problem: 'order-1 was shipped twice',
  },
  {
    shop: 'RefusalCloses',
    symptom: 'closes an order for the late event of a refused first card',
    plan: 'event transaction.created refused #1: late',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1003), but the shop says R$ 0.00',
  },
  {
    shop: 'BooksOnLast',
    symptom: 'books an event on the order that it worked on last',
    plan: 'createTransaction #2: 503',
    problem: 'order-2: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'ShipsAuthorized',
    symptom: 'ships an order that is only authorized',
    plan: 'buyer: captureTransaction #1: 503',
    problem: 'order-1 was shipped, but the gateway received nothing',
  },
  {
    shop: 'BooksPartInFull',
    symptom: 'books a partial capture in full',
    plan: 'no disruption',
    problem: 'order-1: the gateway received R$ 150.00 (transaction 1001), but the shop says R$ 159.90',
  },
  {
    shop: 'PendingIsFinal',
    symptom: 'takes a pending refund for a final one',
    plan: 'pending refund: fails',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'RefundPerEvent',
    symptom: 'takes a refund off once for each copy of its event',
    plan: 'later: refund + event transaction.status_changed refunded #1: twice at once',
    problem: 'orders answered paid: -15990',
  },
  {
    shop: 'RefundsPerClick',
    symptom: 'refunds an item again for a double click',
    plan: 'flow: second click in step',
    problem: 'order-1 got back R$ 19.80, and without a disruption R$ 9.90',
  },
  {
    shop: 'LooksByAmount',
    symptom: 'takes a payment of another order for its own, because the amount is the same',
    plan: 'createTransaction #2: reset',
    problem: 'order-2: the shop says R$ 159.90 is paid, but the gateway received nothing',
  },
  {
    shop: 'HalfGoesBack',
    symptom: 'gives one half of a price back because the other did not answer',
    plan: 'createTransaction #2: reset after commit',
    problem: 'order-1: the gateway received R$ 79.95 (transaction 1003), but the shop says R$ 0.00',
  },
  {
    shop: 'CancelsBlindly',
    symptom: 'cancels a subscription without looking whether that has happened',
    plan: 'cancelSubscription #1: reset',
    problem: '1 subscription goes on, and without a disruption 0',
  },
  {
    shop: 'WorksThenFails',
    symptom: 'adds the money before a step that can fail, so the event comes again',
    plan: 'event transaction.created paid #1: retrieveTransaction #1: truncate',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 319.80',
  },
  {
    shop: 'AnswersFirst',
    symptom: 'confirms an event before its work, which fails',
    plan: 'event transaction.created paid #1: retrieveTransaction #1: 503',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00',
  },
  {
    shop: 'AddsPerStatus',
    symptom: 'adds the money for the authorization and for the capture',
    plan: 'createTransaction #1: events during',
    problem: 'order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 319.80',
  },
  {
    shop: 'DropsSecondPaid',
    symptom: 'takes a partial refund for a copy of an event',
    plan: 'later: partial refund',
    problem: 'order-1: the gateway received R$ 158.90 (transaction 1001), but the shop says R$ 159.90',
  },
] as const satisfies readonly GalleryBug[];
