import type { DepositResolution } from '../../../../aggregates/deposit/events';
import type { Figures, Sentences } from './figures';

const resolutionWords = (resolution: DepositResolution, f: Figures): string => {
  if (resolution.how === 'ASSIGN') return `atribuir o depósito a ${f.short(resolution.intentId)}`;
  return resolution.how === 'REFUND' ? `registrar o reembolso por ${f.short(resolution.txid)}` : 'baixar o depósito';
};

const HALTED = { METHOD: 'método', PROVIDER: 'provedor', NETWORK: 'rede', PAYEE: 'recebedor' } as const;

export const EVENTS_PT_BR: Sentences = {
  PartnerOnboarded: (d) => `O parceiro ${d.name} foi cadastrado.`,
  PartnerSuspended: () => 'O parceiro foi suspenso: suas credenciais são recusadas.',
  PartnerReinstated: () => 'O parceiro foi reativado.',
  PartnerRevoked: () => 'O parceiro foi descredenciado em definitivo.',
  ApiKeyIssued: (d) => `A chave de API com final ${d.last4} foi emitida para ${d.mode}.`,
  ApiKeyRevoked: (d, f) => `A chave de API ${f.short(d.keyId)} foi revogada.`,
  HmacSecretIssued: (d) => `Um segredo HMAC foi emitido para ${d.mode}.`,
  WebhookSecretRotated: (d) => `O segredo dos webhooks de ${d.mode} foi trocado.`,
  DestinationRegistered: (d) => `O destino dos webhooks de ${d.mode} passou a ser ${d.url}.`,
  DestinationRemoved: (d) => `O destino dos webhooks de ${d.mode} foi removido.`,
  PartnerTermsChanged: () => 'As condições do parceiro mudaram.',

  PartnerMemberInvited: (d) => `Um membro foi convidado com o papel ${d.role}.`,
  PartnerMemberJoined: () => 'Um membro convidado entrou pela primeira vez.',
  PartnerMemberRoleChanged: (d) => `O papel de um membro mudou para ${d.role}.`,
  PartnerMemberRemoved: () => 'Um membro foi removido: as sessões dessa pessoa com o parceiro terminaram.',

  UserRegistered: () => 'O usuário foi cadastrado.',
  WalletLinked: (d, f) => `A carteira ${f.short(d.wallet.pubkey)} foi vinculada ao usuário.`,
  WalletChanged: (d, f) => `A carteira do usuário mudou para ${f.short(d.after.pubkey)}.`,
  ExternalIdChanged: () => 'O identificador do usuário no parceiro mudou.',
  KycStatusChanged: (d) => `Situação KYC do usuário: ${d.previousStatus} → ${d.status}.`,
  KycSessionFollowed: (d) => `A situação KYC do usuário segue a sessão ${d.number}: ${d.status}.`,
  UserBlocked: () => 'O usuário foi bloqueado.',
  UserUnblocked: () => 'O usuário foi desbloqueado.',
  PersonalDataOpened: (d) => `Dados pessoais foram abertos: ${d.fields.join(', ')}.`,
  FiscalKeyDestroyed: (d) => `Os dados guardados para o fisco foram destruídos após ${d.retentionYears} anos.`,
  SubjectErased: () => 'Os dados pessoais do usuário foram apagados.',

  QuoteIssued: (d, f) =>
    `Cotação: ${f.coins(d.amountBaseUnits, d.assetId)} pagam ${f.reais(d.payout.amountCents)}; válida até ${f.time(d.expiresAt)}.`,
  CashinQuoteIssued: (d, f) =>
    `Cotação: ${f.reais(d.amountCents)} compram ${f.coins(d.amountBaseUnits, d.assetId)}; válida até ${f.time(d.expiresAt)}.`,

  CashoutIntentCreated: (d, f) =>
    `O cash-out foi criado; aguarda ${f.coins(d.amountBaseUnits, d.assetId)} na rede ${d.network}.`,
  DepositAccepted: (d, f) =>
    d.assignment === undefined
      ? `O depósito de ${f.coins(d.amountBaseUnits, d.assetId)} foi aceito para este pagamento.`
      : `O operador ${d.assignment.operator} atribuiu a este pagamento o depósito de ${f.coins(d.amountBaseUnits, d.assetId)}.`,
  ExpiryHeld: () =>
    'A expiração está suspensa: um depósito que pode pagar este cash-out está sem decisão. Um operador precisa analisar.',
  CashoutExpired: (d) =>
    d.cause === 'WATERMARK'
      ? 'O cash-out expirou: a rede foi lida além do prazo e não há depósito.'
      : 'O cash-out expirou: nenhum depósito foi visto até o fim da tolerância.',
  GiftCardRevealed: () => 'O código do gift card foi revelado.',
  CashoutCompleted: (d, f) => `O cash-out foi concluído: o recebedor recebeu ${f.reais(d.amountCents)}.`,
  CashoutFailed: (d) =>
    `O cash-out falhou após ${d.attempts} tentativa(s) de pagamento: ${d.reasonCode}.${d.refundDue ? ' Há reembolso a fazer.' : ''}`,
  RefundDue: (d, f) => `Reembolso de ${f.coins(d.amountBaseUnits, d.assetId)} devido a ${f.short(d.to)}: ${d.reason}.`,

  PayoutRequested: (d, f) => `A tentativa ${d.attempt} de pagamento, de ${f.reais(d.amountCents)}, foi solicitada.`,
  PayoutDeferred: (d) =>
    `A tentativa ${d.attempt} de pagamento aguarda: ${{ HALTED: 'operadores suspenderam esses pagamentos', ABOVE_LIMIT: `está acima do limite em ${d.provider}`, NIGHT: `está acima do limite noturno em ${d.provider}`, BREAKER_OPEN: `${d.provider} falhou e não recebe novas ordens`, UNDER_FLOOR: `o saldo em ${d.provider} é baixo` }[d.reason]}.`,
  PayoutDispatched: (d) => `A tentativa ${d.attempt} de pagamento foi enviada a ${d.provider}.`,
  PayoutOutcomeUnknown: (d) =>
    `A tentativa ${d.attempt} de pagamento está sem resultado conhecido (${d.reason}). O provedor é consultado de novo.`,
  PayoutRejected: (d, f) =>
    `A tentativa ${d.attempt} de pagamento foi rejeitada: ${d.code}. ${d.nextAttemptAt === null ? 'Não haverá outra tentativa.' : `Próxima tentativa em ${f.time(d.nextAttemptAt)}.`}`,
  PayoutSettled: (d, f) =>
    `O pagamento de ${f.reais(d.amountCents)} foi liquidado${d.endToEndId === null ? '' : `; EndToEndId ${d.endToEndId}`}${d.decided === undefined ? '' : ', pela palavra de dois operadores'}.`,
  PayoutReturned: (d, f) => `O banco do recebedor devolveu ${f.reais(d.amountCents)}.`,
  PayoutContradicted: (d) => `O provedor se contradiz sobre o pagamento: ${d.detail}. Nenhum valor é movimentado.`,
  PayoutHeld: (d, f) =>
    d.lostSince === undefined
      ? 'O pagamento foi retido.'
      : `O pagamento está retido: o registro perdeu eventos após ${f.time(d.lostSince)}.`,
  PayoutReleased: () => 'A retenção do pagamento foi encerrada.',
  PayoutProposalWithdrawn: (d) =>
    `O operador ${d.withdrawnBy} retirou a proposta de ${d.proposedBy} sobre o pagamento.`,
  PayoutDecisionProposed: (d) =>
    `O operador ${d.proposedBy} propôs: o pagamento ${d.end?.how === 'PAID' ? 'foi feito' : 'não foi feito'}. É preciso um segundo operador.`,
  PayoutDecided: (d, f) =>
    `Os operadores ${d.proposedBy} e ${d.decidedBy} decidiram: o pagamento não foi feito. O reembolso é possível a partir de ${f.time(d.refundableFrom)}.`,
  ReturnResolved: (d, f) =>
    `Os ${f.reais(d.amountCents)} devolvidos: ${{ PAID_AGAIN: 'pagos de novo ao recebedor', CRYPTO_DUE: 'devidos em cripto', PARTNER_PAID: 'entregues ao parceiro' }[d.how]}.`,
  RefundRecorded: (d, f) =>
    `O reembolso de ${f.coins(d.amountBaseUnits, d.assetId)} a ${f.short(d.to)} foi registrado, transação ${f.short(d.txid)}.`,
  RefundTransferClaimed: (d, f) => `A transação ${f.short(d.txid)} vale como o reembolso deste pagamento.`,
  FoundTransferClaimed: (d, f) => `A transferência ${f.short(d.reference)} vale para este pagamento e nenhum outro.`,
  PayeeLimitReserved: (d, f) =>
    `${f.reais(d.amountCents)} da operação ${f.short(d.paymentId)} contam no limite diário do recebedor, ${f.reais(d.limitCents)}.`,
  PayeeLimitGivenBack: (d, f) => `A operação ${f.short(d.paymentId)} não conta mais no limite diário do recebedor.`,
  PayoutsHalted: (d, f) => `Novos pagamentos estão suspensos: ${HALTED[d.scope]} ${f.short(d.value)}.`,
  PayoutsResumed: (d, f) => `Novos pagamentos voltam a sair: ${HALTED[d.scope]} ${f.short(d.value)}.`,

  CashinIntentCreated: (d, f) => `O cash-in foi criado; o pagador deve ${f.reais(d.amountCents)} por PIX.`,
  ChargeCreated: (d, f) => `A cobrança ${f.short(d.txid)} foi criada em ${d.provider}.`,
  PixReceived: (d, f) => `Um PIX de ${f.reais(d.amountCents)} foi recebido, EndToEndId ${d.endToEndId}.`,
  PixSettled: (d) =>
    `O PIX ${d.endToEndId}, que a cobrança nunca informou, foi resolvido pela transferência ${d.transfer}.`,
  PixAccepted: (d, f) => `O PIX de ${f.reais(d.amountCents)} paga o cash-in: valor, prazo e pagador conferem.`,
  SplitApplied: (d, f) => `${f.reais(d.amountCents)} da cobrança foram separados para o parceiro (split).`,
  DeliveryRequested: (d, f) =>
    `A tentativa ${d.attempt} de entrega de ${f.coins(d.amountBaseUnits, d.assetId)} a ${f.short(d.destination)} foi solicitada.`,
  DeliverySent: (d, f) =>
    `A tentativa ${d.attempt} de entrega de ${f.coins(d.amountBaseUnits, d.assetId)} foi enviada na rede ${d.network}.`,
  DeliveryConfirmed: (d, f) =>
    `A entrega de ${f.coins(d.deliveredBaseUnits, d.assetId)} é final, transação ${f.short(d.txId)}.`,
  DeliveryFailed: (d, f) =>
    `A tentativa ${d.attempt} de entrega falhou: ${d.code}. ${d.nextAttemptAt === null ? 'Não haverá outra tentativa.' : `Próxima tentativa em ${f.time(d.nextAttemptAt)}.`}`,
  CashinCompleted: (d, f) => `O cash-in de ${f.reais(d.amountCents)} foi concluído.`,
  CashinExpired: () => 'O cash-in expirou: a cobrança foi cancelada e o provedor não conhece pagamento dela.',
  CashinFailed: (d) => `O cash-in falhou: ${d.reasonCode}.${d.refundDue ? ' Há devolução a fazer.' : ''}`,
  ChargeRefundDue: (d, f) => `Devolução de ${f.reais(d.amountCents)} ao pagador a fazer: ${d.reason}.`,
  ChargeRefundDispatched: (d, f) =>
    `A tentativa ${d.attempt} de devolução de ${f.reais(d.amountCents)} foi enviada a ${d.provider}.`,
  ChargeRefundUnknown: (d) =>
    `A devolução está sem resultado conhecido (${d.reason}). O provedor é consultado de novo.`,
  ChargeRefundRejected: (d, f) =>
    `A devolução foi rejeitada: ${d.code}. ${d.nextAttemptAt === null ? 'Um operador precisa agir.' : `Próxima tentativa em ${f.time(d.nextAttemptAt)}.`}`,
  ChargeRefundDone: (d, f) => `${f.reais(d.amountCents)} foram devolvidos ao pagador.`,
  DisputeOpened: (d, f) =>
    `Uma contestação (MED) de ${f.reais(d.amountCents)} foi aberta; nenhum valor sai até a decisão.`,
  DisputeWon: (d, f) => `A contestação de ${f.reais(d.amountCents)} foi ganha.`,
  DisputeLost: (d, f) =>
    `A contestação de ${f.reais(d.amountCents)} foi perdida${d.wasDelivered ? '; a cripto já havia saído e o prejuízo é nosso' : ''}.`,
  CashinContradicted: (d) => `Um provedor se contradiz: ${d.detail}. Nenhum valor é movimentado.`,
  CashinProposalWithdrawn: (d) => `O operador ${d.withdrawnBy} retirou a proposta de ${d.proposedBy} sobre o cash-in.`,
  CashinDecisionProposed: (d) =>
    `O operador ${d.proposedBy} propôs encerrar o cash-in como ${d.end.how === 'DELIVERED' ? 'entregue' : 'devolvido'}. É preciso um segundo operador.`,
  CashinDecided: (d) =>
    `Os operadores ${d.proposedBy} e ${d.decidedBy} encerraram o cash-in como ${d.end.how === 'DELIVERED' ? 'entregue' : 'devolvido'}.`,
  CashinHeld: (d, f) =>
    d.lostSince === undefined
      ? 'O cash-in foi retido.'
      : `O cash-in está retido: o registro perdeu eventos após ${f.time(d.lostSince)}.`,
  CashinReleased: () => 'A retenção do cash-in foi encerrada.',

  DepositObserved: (d, f) =>
    `Um depósito de ${f.coins(d.amountBaseUnits, d.assetId)} foi visto na rede ${d.network}, bloco ${d.blockNumber}; ainda não é final.`,
  DepositFinalised: (d, f) =>
    `O depósito de ${f.coins(d.amountBaseUnits, d.assetId)} é final na rede ${d.network}, bloco ${d.blockNumber}.`,
  DepositReverted: (d) => `O depósito sumiu da rede ${d.network}: ${d.reason}.`,
  DepositClaimed: (d, f) => `O depósito foi reservado para o pagamento ${f.short(d.intentId)}.`,
  DepositMatched: (d, f) => `O depósito foi conciliado com o pagamento ${f.short(d.intentId)}.`,
  DepositReleased: (d, f) => `O depósito foi desvinculado do pagamento ${f.short(d.intentId)}: ${d.reason}.`,
  DepositUnmatched: (d) => `O depósito não concilia com nenhum pagamento: ${d.reason}.`,
  DepositResolutionProposed: (d, f) =>
    `O operador ${d.proposedBy} propôs ${resolutionWords(d.resolution, f)}. É preciso um segundo operador.`,
  DepositProposalWithdrawn: (d) => `O operador ${d.withdrawnBy} retirou a proposta sobre o depósito.`,
  DepositWrittenOff: (d, f) =>
    `O depósito de ${f.coins(d.amountBaseUnits, d.assetId)} foi baixado: nada é pago nem reembolsado.`,
  DepositRefunded: (d, f) =>
    `O depósito de ${f.coins(d.amountBaseUnits, d.assetId)} foi reembolsado pela transação ${f.short(d.txid)}.`,

  WatermarkReached: (d, f) => `A rede ${d.network} foi lida até ${f.time(d.time)}, bloco ${d.blockNumber}.`,
  FinalityQuestioned: (d) => `A rede ${d.network} informa outro hash para o bloco final ${d.height}.`,
  FinalityReaffirmed: (d) => `A rede ${d.network} voltou a concordar com os blocos finais.`,
  FinalityViolated: (d) => `A rede ${d.network} foi parada: a história mudou no bloco final ${d.height}.`,
  FinalityAccepted: (d) => `A rede ${d.network} segue do bloco ${d.fromHeight} com a nova história.`,
  DepositsLost: (d) => `${d.depositIds.length} depósito(s) não constam na história aceita da rede ${d.network}.`,
  DepositGivenUp: (d) => `A rede ${d.network} segue sem veredito sobre um depósito, que nada paga.`,
  GivenUpJudged: (d) => `O depósito deixado sem veredito na rede ${d.network} foi julgado: ${d.verdict}.`,
  TransactionGivenUp: (d, f) => `A rede ${d.network} segue sem a transação ${f.short(d.txid)}, que não pôde ser lida.`,
  GapSeen: (d) => `A rede ${d.network} tem uma lacuna no bloco ${d.height}: ${d.reason}.`,
  GapAccepted: (d) => `A rede ${d.network} segue além dos blocos ${d.fromHeight} a ${d.toHeight}, que não foram lidos.`,
  AssetHalted: (d) => `O ativo ${d.assetId} na rede ${d.network} foi parado: chegou menos do que os logs dizem.`,
  AssetResumed: (d) => `O ativo ${d.assetId} na rede ${d.network} foi retomado.`,

  WebhookDelivered: (d) => `O parceiro confirmou o webhook (HTTP ${d.status}) na tentativa ${d.attempts}.`,
  WebhookExhausted: (d) => `O webhook falhou após ${d.attempts} tentativas: ${d.lastError}.`,
  WebhookCancelled: (d) => `O webhook foi cancelado: ${d.reason}.`,
  WebhookTestRequested: () => 'Um webhook de teste foi solicitado.',
  WebhookReplayRequested: () => 'O webhook é enviado de novo.',
  LinkCreated: (d, f) => `Um link de pagamento foi criado; expira em ${f.time(d.expiresAt)}.`,
  LinkRemoved: () => 'O link de pagamento foi removido.',

  BalanceReserved: (d, f) => `${f.coins(d.amountBaseUnits, d.assetId)} da carteira foram reservados.`,
  BalanceCaptured: (d, f) => `A reserva de ${f.coins(d.amountBaseUnits, d.assetId)} foi comprometida com o saque.`,
  PeggedDebitSettled: (d, f) =>
    `O débito de ${f.coins(d.debit.amountBaseUnits, d.debit.assetId)} é final, transação ${f.short(d.debit.txid)}.`,
  BalanceReleased: (d, f) => `A reserva de ${f.coins(d.amountBaseUnits, d.assetId)} foi liberada: ${d.reason}.`,
  WithdrawalRequested: (d, f) => `O saque de ${f.reais(d.grossCents)} foi solicitado.`,
  WithdrawalAbandoned: () => 'O saque foi abandonado antes de qualquer envio.',
  RedemptionSent: (d) => `O débito da carteira foi enviado por ${d.redemption}.`,
  RedemptionUnknown: (d) => `O débito está sem resultado conhecido (${d.reason}). A reserva permanece.`,
  RedemptionSettled: (d, f) =>
    `A carteira foi debitada em ${f.coins(d.debit.amountBaseUnits, d.debit.assetId)}; o pagamento é devido.`,
  RedemptionFailed: (d) => `O débito falhou em definitivo: ${d.code}.`,
  RedemptionContradicted: (d) => `O resgate se contradiz: ${d.detail}. Nenhum valor é movimentado.`,
  RedemptionProposalWithdrawn: (d) =>
    `O operador ${d.withdrawnBy} retirou a proposta de ${d.proposedBy} sobre o débito.`,
  RedemptionDecisionProposed: (d) =>
    `O operador ${d.proposedBy} propôs: a carteira ${d.debited === null ? 'não foi debitada' : 'foi debitada'}. É preciso um segundo operador.`,
  RedemptionDecided: (d) =>
    `Os operadores ${d.proposedBy} e ${d.decidedBy} decidiram: a carteira ${d.debited === null ? 'não foi debitada' : 'foi debitada, e o valor é devido de volta'}.`,
  WithdrawalCompleted: (d, f) => `O saque foi concluído: o recebedor recebeu ${f.reais(d.netCents)}.`,
  WithdrawalFailed: (d) => `O saque falhou: ${d.reasonCode}.${d.refundDue ? ' Há reembolso a fazer.' : ''}`,

  LedgerOpened: (d, f) => `O livro-razão ${f.short(d.ledgerId)} foi aberto.`,
  LedgerLed: (d) => `Um projetor conduz o livro-razão, mandato ${d.term}.`,
  LedgerAttached: (d) => `${d.actor} vinculou o livro-razão a outro PostgreSQL.`,
  LedgerMoved: (d) => `O livro-razão muda para ${d.to}.`,
  LedgerMoveCancelled: (d) => `${d.actor} cancelou a mudança do livro-razão.`,
  StreamClosed: (d) => `${d.actor} encerrou este fluxo (${d.closedFor}): nenhum evento o segue.`,
  OperatorAdded: (d) => `O operador ${d.operatorName} foi adicionado como ${d.role}.`,
  OperatorApproved: (d) => `O operador ${d.operatorName} foi aprovado por ${d.approvedBy}.`,
  OperatorRevoked: (d) => `O operador ${d.operatorName} foi revogado.`,
  OperatorEmailSet: (d) => `O operador ${d.operatorName} recebeu um e-mail para entrar.`,
  OperatorEmailApproved: (d) => `O e-mail do operador ${d.operatorName} foi aprovado por ${d.approvedBy}.`,
  OperatorSubjectBound: (d) =>
    `O operador ${d.operatorName} entrou pela primeira vez com uma conta do provedor de identidade.`,
  OperatorSignedIn: (d) => `O operador ${d.operatorName} entrou no console.`,
  OperatorSignedOut: (d) => `O operador ${d.operatorName} saiu do console.`,
  MemberSignedIn: () => 'O membro entrou no painel.',
  MemberSignedOut: () => 'O membro encerrou uma sessão no painel.',
  ProjectionSwapped: (d) =>
    `O operador ${d.operatorName} trocou as linhas de ${d.projection}: ${d.differences} diferença${d.differences === 1 ? '' : 's'}.`,
  DataExportStarted: (d) => `O operador ${d.operatorName} iniciou uma exportação: ${d.file} até ${d.upTo}.`,
  DataExported: (d) =>
    `O operador ${d.operatorName} exportou ${d.file} até ${d.upTo}: ${d.rows} linha${d.rows === 1 ? '' : 's'}.`,
  WebhooksReplayRequested: (d) =>
    `O operador ${d.operatorName} reenviou ${d.deliveries} webhook${d.deliveries === 1 ? '' : 's'} ${d.state} de um parceiro.`,
  AlertClosed: (d) => `O operador ${d.operatorName} fechou o alerta ${d.kind}.`,
  ParkedStreamsReplayed: (d) =>
    `O operador ${d.operatorName} reaplicou fluxos parados de ${d.projection}: ${d.streams} ao todo, ${d.failed} ainda parados.`,
  RebuildCancelled: (d) => `O operador ${d.operatorName} cancelou a reconstrução de ${d.projection}.`,
  PersonalDataSearched: (d) =>
    `O operador ${d.operatorName} buscou por ${d.kind}: ${d.hits} resultado${d.hits === 1 ? '' : 's'}.`,

  KycSessionStarted: (d) => `A sessão KYC ${d.number} foi iniciada em ${d.provider}.`,
  KycSessionOpened: () => 'O provedor abriu a sessão KYC.',
  KycSessionStatusChanged: (d) =>
    `Sessão KYC ${d.number}: ${d.previousStatus} → ${d.status}${d.rejectionReason === null ? '' : ` (${d.rejectionReason})`}.`,
  KycDataErased: (d) => `${d.provider} confirmou que não guarda mais dados da sessão KYC.`,
  DocumentLookedUp: (d) => `Um documento ${d.documentType} foi consultado em ${d.registry}.`,
};
