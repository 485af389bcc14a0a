export type { ShopOrder } from './books.js';
export type { DisruptionKind } from './disruptions.js';
export { type ExploreOptions, exploreShop, type OnProgress } from './explore.js';
export { ExploreFailure, type ExploreFailureCase, type ExploreResult, printReport } from './report.js';
export type { ExploreGateway, ExploreShop, FlowStart, OpenWorld } from './shop.js';
