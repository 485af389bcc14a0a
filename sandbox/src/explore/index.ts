export { orderAt, type ShopOrder } from './books.js';
export type { DisruptionKind } from './disruptions.js';
export { exploreShop, type OnProgress } from './explore-shop.js';
export { ExploreFailure, type ExploreFailureCase, type ExploreResult, printReport } from './failure-report.js';
export { EXPLORE_OPTIONS, type ExploreOptions } from './options.js';
export { deathSignal } from './process.js';
export type { ExploreGateway, ExploreShop, FlowStart, OpenGateway } from './shop.js';
