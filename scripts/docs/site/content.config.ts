import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';

// Starlight needs its collection. All pages of these docs are routes of their own, since they come from the contract.
export const collections = { docs: defineCollection({ loader: () => [], schema: docsSchema() }) };
