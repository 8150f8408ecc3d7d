.Dd {{.Month}}
.Dt SEXTANT 1
.Os Sextant {{.Version}}
.Sh NAMN
.Nm sextant
.Nd text-tv-läsare
.Sh SYNOPS
.Nm
.Op Ar flaggor
.Op Ar PAGE Ns Op / Ns Ar SUBPAGE
.Pp
.Nm
.Cm export
.Op Ar flaggor
.Ar PAGE
.Pp
.Nm
.Cm demo
.Op Ar flaggor
.Pp
.Nm
.Cm kiosk
.Ar VERB
.Pp
.Nm
.Cm relay
.Op Ar flaggor
.Sh BESKRIVNING
.Nm
visar ett programföretags text-tv-sidor i ett fönster och spelar upp inspelningarna som
företaget erbjuder.
Det börjar med sidan
.Ar PAGE
eller där du slutade senast.
En sida kan också skrivas som en adress:
.Li sextant:123/2 .
Utan adress till en tjänst, i inställningarna eller här, visas den inbyggda demon.
.Pp
De andra kommandona behöver inget fönster och beskrivs nedan.
.Sh FLAGGOR
.Bl -tag -width Ds
{{.More.Options}}.El
.Sh TANGENTER
.Bl -tag -width Ds
{{.More.Keys}}.El
.Sh KOMMANDON
{{.More.Commands}}.Sh MILJÖ
.Bl -tag -width Ds
.It Ev SEXTANT_BASE_URL , SEXTANT_MEDIA_BASE_URL
Tjänstens adresser.
.It Ev SEXTANT_APP_ID , SEXTANT_APP_KEY
Uppgifter för den.
.It Ev SEXTANT_CLIENT_KEY
Uppgifter som ett reläs klienter får fråga med.
.It Ev SEXTANT_STATUS_TOKEN
Åtkomstkoden som den som frågar efter en offentlig skärms läge måste känna till.
.El
.Sh FILER
.Bl -tag -width Ds
.It Pa ~/.config/sextant
Profilen, med inställningar och allt som sparas, om inte
.Fl \-profile
anger en annan mapp.
.El
.Sh SLUTKOD
0 när allt gick bra, 1 när något misslyckades och 2 när kommandoraden är obegriplig.
Slutkoderna för
.Cm export
beskrivs där.
