/** The bugs of the gallery: which disruption finds each, and how `explore` reports it. Tests and docs read this table. */

/** Returns the bugs that `explore` reports with these words. The key is the class of the shop; its symptom continues "a shop that". */
const reported = (problem: string, bugs: Readonly<Record<string, readonly [symptom: string, plan: string]>>) =>
  Object.entries(bugs).map(([shop, [symptom, plan]]) => ({ shop, symptom, plan, problem }));

export const bugs = [
  ...reported('order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)', {
    ChargesAgain: ['charges again after a lost response', 'createTransaction #1: reset after commit'],
    NewReference: ['takes a new reference for each attempt', 'createTransaction #1: truncate'],
    FailedLookUp: [
      'takes a failed look-up for "nothing there"',
      'createTransaction #1: reset after commit + listTransactions #1: 503',
    ],
    LooksAfterAnswers: [
      'takes a failed look-up for "nothing there" if the charge got an error as its answer',
      'createTransaction #1: 503 after commit + listTransactions #1: 503',
    ],
    GivesUpLooking: [
      'looks three times in vain, and lets its repair job charge again',
      'createTransaction #1: reset after commit, then an outage',
    ],
    RepeatsWithKey: [
      'repeats a charge with its reference, and relies on the gateway to notice',
      'createTransaction #1: reset after commit + assumption reference-key: accepted-again',
    ],
    RepeatsJob: [
      'repeats a job after a crash with its reference, and relies on the gateway to notice',
      'createTransaction #1: crash after + assumption reference-key: accepted-again',
    ],
    NoNote: ['charges again at a double click', 'flow: second click in step'],
    NoteAfter: ['writes its note after the charge, so a crash loses it', 'createTransaction #1: crash after'],
    ConflictIsRefusal: ['takes a 409 for a refusal', 'createTransaction #1: 409 after commit'],
    LooksTooEarly: ['looks once after a time-out, and charges again', 'createTransaction #1: carried out late'],
    CapturesTwice: ['captures an order twice after a crash', 'captureTransaction #1: crash after'],
    UnlocksAfterwards: ['unlocks its checkout afterwards, and charges for a later click', 'flow: second click after'],
    LooksOnlyForPaid: [
      'looks for a paid payment after a lost response, and overlooks the authorized one',
      'createTransaction #1: reset after commit',
    ],
    RepairCharges: ['charges again in its repair job, without a look', 'createTransaction #1: reset after commit'],
    GivesUp3ds: [
      'charges without 3DS in its repair job, and leaves the payment with 3DS open',
      'buyer: acts after the repair job',
    ],
    ChargesInTransaction: ['runs its database transaction again, with the charge inside it', 'commit #1: fails'],
    JobTakesNoAnswer: [
      'looks at all orders in its job, and takes a failed look-up for "nothing there"',
      'createTransaction #1: reset after commit + repair job: listTransactions #1: 503',
    ],
  }),
  ...reported('order-1: the gateway received R$ 0.00 (transaction 1001), but the shop says R$ 159.90', {
    BooksWhatItReserved: ['books a payment when it is reserved', 'captureTransaction #1: 503'],
    ShipsLapsed: ['ships an order whose authorization has lapsed', 'buyer: pays after the expiry'],
  }),
  ...reported('order-1 costs R$ 19.99, but R$ 19.98 was captured', {
    CutsCents: ['cuts 19.99 * 100 to 1998 centavos', 'no disruption'],
  }),
  ...reported('order-1 costs R$ 9.90, but R$ 9.00 was captured', {
    ReadsCommaAsEnd: ['reads "9,90" as R$ 9.00', 'no disruption'],
  }),
  ...reported('order-1 costs R$ 100.00, but R$ 99.99 was captured', {
    RoundsInstallments: ['rounds each installment, and charges their sum', 'no disruption'],
  }),
  ...reported('order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 0.00', {
    BelievesEvents: ['overwrites `paid` with an old event', 'event transaction.created authorized #1: late'],
    DropsUnknown: ['drops an event of an order that it has not saved yet', 'createTransaction #1: events during'],
    LosesEventInOutage: [
      'answers 204 to an event that it could not confirm',
      'event transaction.created paid #1: retrieveTransaction #1: 503',
    ],
    NeverAsks: ['waits for an event that never comes', 'event transaction.status_changed paid #1: never'],
    ReopensOrder: [
      'reopens a completed order when an event comes again',
      'event transaction.created paid #1: again after the repair job',
    ],
    NeedsEachStatus: ['waits for each status in turn', 'event transaction.created waiting_payment #1: never'],
    IgnoresWonChargeback: ['keeps an order closed whose dispute it won', 'later: chargeback and won'],
    CanceledForEver: ['cancels an order for ever that the buyer pays afterwards', 'buyer: pays after the expiry'],
    RateLimitIsNotPaid: ['takes a 429 for "not paid"', 'repair job: listTransactions #1: 429'],
    RefundsDuplicate: [
      'takes the refund of a second payment for the refund of the order',
      'createTransaction #1: reset after commit',
    ],
    CapturesLater: [
      'captures later, and never looks whether a lost capture has happened',
      'repair job: captureTransaction #1: reset after commit',
    ],
    NeverLooks: [
      'never looks for a payment of which it heard nothing',
      'createTransaction #1: reset after commit + events: none comes',
    ],
    PendingIsFinal: ['takes a pending refund for a final one', 'pending refund: fails'],
    AnswersFirst: [
      'confirms an event before its work, which fails',
      'event transaction.created paid #1: retrieveTransaction #1: 503',
    ],
    TakesStockTwice: [
      'takes the last item out of stock at each attempt, and cancels the paid order as sold out',
      'createTransaction #1: crash after',
    ],
    FallsBackToPix: [
      'offers a Pix when the card does not answer, and forgets the card',
      'createTransaction #1: reset after commit',
    ],
    CapturesPerEvent: [
      'cancels an order because the gateway refuses its second capture',
      'event transaction.created authorized #1: twice at once',
    ],
    LeavesLock: [
      'leaves an order locked after an event that it could not confirm',
      'event transaction.created paid #1: retrieveTransaction #1: 503',
    ],
    NotesEventFirst: [
      'notes an event before it works, and takes its repetition for a copy',
      'event transaction.created paid #1: retrieveTransaction #1: 503',
    ],
    GivesPixUp: [
      'cancels an unpaid order in its repair job, and leaves the Pix open',
      'createTransaction #1: repair job during',
    ],
    ForgetsFirstCode: ['creates a new code after the expiry, and forgets the first', 'buyer: pays after the expiry'],
    OneFileByEvents: ['reads a file with all orders for each event, and writes the whole file', 'events: two at once'],
    LooksThrice: ['looks three times for a payment, and then gives the order up', 'buyer: acts after the repair job'],
    HalfAnHour: ['cancels an order after half an hour, and leaves the Pix open', 'buyer: acts after the repair job'],
    LooksBackAWeek: ['looks in its job for payments of the last seven days', 'buyer: pays after the expiry'],
    ReadsFirstPage: [
      'reads only the first page of a list',
      'repair job: listTransactions #1: somebody else pays before, in pages of one',
    ],
  }),
  ...reported('order-1 was shipped twice', {
    ShipsTwice: ['ships once per event', 'event transaction.created paid #1: twice'],
    ShipsBesideJob: [
      'ships in its checkout although the repair job has shipped meanwhile',
      'createTransaction #1: repair job during',
    ],
    ForgetsEvents: [
      'remembers events in memory, and ships again after a restart',
      'event transaction.created paid #1: again after the repair job',
    ],
    ShipsInBoth: ['ships for the response and for its event', 'createTransaction #1: events during'],
    BooksParcelAgain: ['books a parcel again after a crash', 'parcel booked #1: crash'],
  }),
  ...reported('order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 319.80', {
    TwoEventsAtOnce: ['books two events that come at once', 'event transaction.created paid #1: twice at once'],
    WorksThenFails: [
      'adds the money before a step that can fail, so the event comes again',
      'event transaction.created paid #1: retrieveTransaction #1: truncate',
    ],
    AddsPerStatus: ['adds the money for the authorization and for the capture', 'createTransaction #1: events during'],
    AddsOnItsPage: [
      'adds a payment to a balance on its page and in its webhook',
      'buyer: retrieveTransaction #1: events during',
    ],
    AddsInItsJob: [
      'adds a payment to a balance in its nightly job and in its webhook',
      'repair job: listTransactions #1: events during',
    ],
  }),
  ...reported(
    'a forged event was believed: order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
    {
      BelievesForged: ['believes a forged event', 'before the buyer: forged events'],
      BelievesTheOrder: [
        'takes the order from the event, and the payment from the gateway',
        'before the buyer: a forged event of another payment',
      ],
      BelievesLinkPaid: ['believes an event that a payment link was paid', 'before the buyer: forged events'],
    },
  ),
  ...reported('order-1: the shop says R$ 159.90 is paid, but the gateway received nothing', {
    ThrowsAtUnknownStatus: ['throws at a status that it does not know', 'later: chargeback'],
    IgnoresChargeback: ['leaves a disputed order paid', 'later: chargeback'],
    IgnoresRefund: ['leaves an order paid that the back office refunded', 'later: refund'],
    IgnoresDeclinedReview: ['leaves an order paid whose review ended badly', 'later: review declined'],
    TrustsReturnPage: ['trusts the page to which the buyer returns', 'buyer: never acts'],
    PendingIsFailed: ['takes a pending refund for one that failed', 'assumption refund-rules: pending-for-cards'],
    ShipsBefore3ds: ['takes a payment for paid whose buyer never passes 3DS', 'buyer: never acts'],
    TakesNewest: [
      'takes the newest payment of the same amount for its own after a lost response',
      'createTransaction #1: reset + listTransactions #1: somebody else pays before',
    ],
  }),
  ...reported('order-1: the gateway received R$ 158.90 (transaction 1001), but the shop says R$ 159.90', {
    IgnoresPartialChargeback: ['does not notice that the buyer disputes a part', 'later: partial chargeback'],
    BooksAmount: ['books the amount that it asked for, not the one that was paid', 'buyer: pays another amount'],
    DropsSecondPaid: ['takes a partial refund for a copy of an event', 'later: partial refund'],
  }),
  ...reported('order-1: the gateway received R$ 158.90 (transaction 1001), but the shop says R$ 0.00', {
    PartIsWhole: ['takes a partial refund for a whole one', 'later: partial refund'],
  }),
  ...reported('order-1 was shipped for R$ 158.90, but it costs R$ 159.90', {
    ShipsUnderpaid: ['ships whatever amount the buyer paid', 'buyer: pays another amount'],
  }),
  ...reported('order-1: the gateway received R$ 159.90 (transaction 1002), but the shop says R$ 0.00', {
    FirstCodeCancels: [
      'lets the expiry of a first code cancel the order that a second one paid',
      'later: 40 days pass',
    ],
  }),
  ...reported('order-1: the gateway received R$ 140.10 (transaction 1001), but the shop says R$ 150.00', {
    RefundsTwice: ['refunds again after a lost refund', 'refundTransaction #1: reset after commit'],
    PaidAgainIsFailed: [
      'sends a pending refund again when the payment is paid again',
      'assumption refund-rules: partial-is-pending',
    ],
    UnchangedIsFailed: [
      'sends a pending refund again because the paid amount is unchanged',
      'assumption refund-rules: pending-keeps-paid-amount',
    ],
    JobsRefund: ['refunds in a job that may run twice at once', 'repair job: listTransactions #1: repair job during'],
  }),
  ...reported('order-1: the gateway received R$ 150.00 (transaction 1001), but the shop says R$ 159.90', {
    BelievesPaidAmount: ['believes that `paid_amount` shows a refund', 'assumption refund-rules: keeps-paid-amount'],
    GivesRefundUp: [
      'gives up a refund that the gateway carries out later',
      'repair job: refundTransaction #1: carried out late',
    ],
    BooksPartInFull: ['books a partial capture in full', 'no disruption'],
  }),
  ...reported('order-1: the gateway received R$ 150.00 (transaction 1001), but the shop says R$ 140.10', {
    BooksRefundTwice: ['books a refund by the answer and by its event', 'assumption refund-rules: partial-sends-event'],
    EqualRefunds: ['takes two equal refunds for one', 'refundTransaction #2: reset'],
  }),
  ...reported('order-1 was shipped, but the gateway received nothing', {
    ShipsRefused: ['ships for each answer, also for a refused card', 'createTransaction #1: the card is refused'],
    ShipsAuthorized: ['ships an order that is only authorized', 'buyer: captureTransaction #1: 503'],
  }),
  ...reported('orders answered paid: null', {
    BooksNothing: ['answers with a sum that is no number', 'createTransaction #1: 503'],
  }),
  ...reported('the order was charged twice: transaction 1007 (R$ 49.90 paid) and transaction 1009 (R$ 49.90 paid)', {
    SubscribesAgain: ['subscribes again after a lost response', 'createSubscription #1: reset after commit'],
  }),
  ...reported('2 subscriptions go on, and without a disruption 1', {
    FailedRenewal: [
      'lets the buyer subscribe again after a failed charge, without a look at the first subscription',
      'buyer: cancelSubscription #1: 503',
    ],
    StartsTrialsAgain: ['starts a second trial after a lost response', 'createSubscription #1: truncate'],
  }),
  ...reported(
    'a payment of somebody else was believed: order-1: the shop says R$ 159.90 is paid, but the gateway received nothing',
    {
      KeysByAmount: [
        'finds the order of a payment by its amount',
        'before the buyer: a forged event of another payment',
      ],
    },
  ),
  ...reported('order-1: the gateway received R$ 159.90 (transaction 1003), but the shop says R$ 0.00', {
    RefusalCloses: [
      'closes an order for the late event of a refused first card',
      'event transaction.created refused #1: late',
    ],
    RechargesDisputed: ['charges the saved card again for a disputed order', 'later: chargeback'],
  }),
  ...reported('order-2: the shop says R$ 159.90 is paid, but the gateway received nothing', {
    BooksOnLast: ['books an event on the order that it worked on last', 'createTransaction #2: 503'],
    LooksByAmount: [
      'takes a payment of another order for its own, because the amount is the same',
      'createTransaction #2: reset',
    ],
  }),
  ...reported('order-1: the gateway received R$ 0.00, but the shop says R$ -159.90', {
    RefundPerEvent: [
      'takes a refund off once for each copy of its event',
      'later: refund + event transaction.status_changed refunded #1: twice at once',
    ],
  }),
  ...reported('order-1 got back R$ 19.80, and without a disruption R$ 9.90', {
    RefundsPerClick: ['refunds an item again for a double click', 'flow: second click in step'],
  }),
  ...reported('order-1: the gateway received R$ 79.95 (transaction 1003), but the shop says R$ 0.00', {
    HalfGoesBack: [
      'gives one half of a price back because the other did not answer',
      'createTransaction #2: reset after commit',
    ],
  }),
  ...reported('1 subscription goes on, and without a disruption 0', {
    CancelsBlindly: [
      'cancels a subscription without looking whether that has happened',
      'cancelSubscription #1: reset',
    ],
  }),
  ...reported('order-1 paid R$ 159.90, and without a disruption R$ 149.90', {
    CouponOnce: [
      'redeems a coupon at the first attempt, and charges the full price at the second',
      'createTransaction #1: 429',
    ],
  }),
  ...reported('order-1 paid R$ 15,990.00, and without a disruption R$ 159.90', {
    CentsPerAttempt: ['turns reais to centavos again at the second attempt', 'createTransaction #1: 429'],
  }),
  ...reported('order-1 paid R$ 159.90, and without a disruption R$ 100.00', {
    CapturesRest: ['repeats a partial capture without its amount', 'captureTransaction #1: 503'],
  }),
  ...reported('order-1 got back R$ 159.90, and without a disruption R$ 9.90', {
    RefundsRest: ['repeats a partial refund without its amount', 'refundTransaction #1: 503'],
  }),
  ...reported('transaction 1003 of somebody else was refunded', {
    RefundsStrangers: [
      'refunds each payment that it does not know, also one of somebody else',
      'repair job: listTransactions #1: somebody else pays before',
    ],
  }),
  ...reported('order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 160.90', {
    TakesFirst: [
      'takes the first payment of a filtered list without a look at its reference',
      'assumption reference-key: filter-ignored',
    ],
  }),
  ...reported(
    'order-1: the gateway received R$ 319.80 (transaction 1001 and transaction 1002), but the shop says R$ 159.90',
    {
      LeavesPixOpen: [
        'lets the buyer change from Pix to card, and forgets the open Pix',
        'later: an open code, link or subscription is paid',
      ],
    },
  ),
  ...reported(
    'the order: the gateway received R$ 319.80 (transaction 1002 and transaction 1003), but the shop says R$ 159.90',
    {
      LinkPaidTwice: [
        'counts one payment of a link that the buyer paid twice',
        'later: an open code, link or subscription is paid',
      ],
    },
  ),
  ...reported('the order: the gateway received R$ 49.90 (transaction 1007), but the shop says R$ 99.80', {
    GrantsByPeriod: [
      'grants a month of a subscription whose charge failed',
      'buyer: has a card that is refused from then on',
    ],
  }),
  ...reported('order-1 was split in another way than without a disruption', {
    ForgetsSplit: ['forgets the split at the second attempt', 'createTransaction #1: 429'],
  }),
  ...reported('a forged event was believed: order-1 was shipped, but the gateway received nothing', {
    ShipsBeforeItLooks: ['ships for a forged event before it asks the gateway', 'before the buyer: forged events'],
  }),
  ...reported('R$ 319.80 was paid for all orders, and without a disruption R$ 159.90', {
    OrderPerSubmit: ['makes an order for each click, and charges each', 'createTransaction #1: reset after commit'],
  }),
  ...reported('order-1: the gateway received R$ 160.90 (transaction 1001), but the shop says R$ 159.90', {
    BooksAtMost: ['books at most the price, although the buyer paid more', 'buyer: pays too much'],
  }),
  ...reported(
    'the order: the gateway received R$ 99.80 (transaction 1007 and transaction 1010), but the shop says R$ 49.90',
    {
      SuspendsForEver: [
        'suspends a buyer whose renewal was refused, and does not look at a later try',
        'buyer: has a card that is refused from then on + later: an open code, link or subscription is paid',
      ],
    },
  ),
  ...reported('order-2: the gateway received R$ 159.90 (transaction 1003), but the shop says R$ 0.00', {
    OneFile: [
      'reads a file with all orders, and writes the whole file after it has asked about one',
      'event transaction.created paid #1: retrieveTransaction #1: events during',
    ],
  }),
  ...reported(
    'GET /v1/transactions/{id}: HTTP 404: There is no transaction 1001 in this account: 1001 belongs to another account.',
    { MixesUpTokens: ['asks for an order with the token of another store', 'no disruption'] },
  ),
  ...reported('order-1: the gateway received R$ 159.90 (transaction 1001), but the shop says R$ 150.00', {
    TrustsStatus: [
      'books a refund because the status is 200, although a firewall sent the answer',
      'refundTransaction #1: 200 with {}',
    ],
  }),
];
