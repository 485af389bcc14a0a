export { type Order as ShopOrder, orderAt } from 'payment-gateway-contract/internal/books';
export type { DisruptionKind } from './disruptions.js';
export { exploreShop, type OnProgress } from './explore-shop.js';
export { EXPLORE_OPTIONS, type ExploreOptions } from './options.js';
export { deathSignal } from './process.js';
export { ExploreFailure, printReport } from './report.js';
export type { ExploredPlan, ExploreFailureCase, ExploreResult, ReplayedPlan } from './result.js';
export type { ExploreGateway, ExploreShop, FlowStart, OpenGateway, ProgramShop } from './shop.js';
